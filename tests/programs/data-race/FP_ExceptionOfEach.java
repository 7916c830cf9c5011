import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** Each thread makes its own exception, and fills it in before it throws it. */
public class FP_ExceptionOfEach {
    static class Failure extends RuntimeException {
        private String place = "nowhere";

        void at(String place) {
            this.place = place;  // false alarm: data-race FP_ExceptionOfEach$Failure.place (note)
        }

        @Override
        public String getMessage() {
            return place;
        }
    }

    static int fail(String place) {
        Failure failure = new Failure();
        try {
            throw failure;
        } catch (Failure caught) {
            caught.at(place);
            throw caught;
        }
    }

    static void runOk(Callable<Integer> work) {
        FutureTask<Integer> task = new FutureTask<>(work);
        task.run();
        try {
            task.get();
        } catch (Exception wrapped) {
            System.out.println(wrapped.getCause().getMessage());
        }
    }

    public static void main(String[] args) {
        new Thread(() -> runOk(() -> fail("here"))).start();
        new Thread(() -> runOk(() -> fail("there"))).start();
    }
}
