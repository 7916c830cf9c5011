import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A stream makes a list of workers, and each gets a thread of its own. */
public class FP_WorkersOfStream {
    static class Worker implements Runnable {
        private int done;

        @Override
        public void run() {
            countOk();
        }

        private void countOk() {
            done++;  // false alarm: data-race FP_WorkersOfStream$Worker.done
        }
    }

    public static void main(String[] args) {
        List<Worker> workers = IntStream.range(0, 4).mapToObj(i -> new Worker()).collect(Collectors.toList());
        for (Worker worker : workers) {
            new Thread(worker).start();
        }
    }
}
