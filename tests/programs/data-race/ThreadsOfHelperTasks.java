import java.util.ArrayList;
import java.util.List;

/** A helper wraps each task in a lambda of its own: what one task does is done by one thread. */
public class ThreadsOfHelperTasks {
    interface Task {
        void run() throws Exception;
    }

    private static final List<String> OWN = new ArrayList<>();
    private static final List<String> SHARED = new ArrayList<>();

    static void start(Task task) {
        new Thread(() -> {
            try {
                task.run();
            } catch (Exception failure) {
                throw new IllegalStateException(failure);
            }
        }).start();
    }

    static void fillOk() {
        OWN.add("");
    }

    static void oneBad() {
        SHARED.add("one");  // expect: data-race container ThreadsOfHelperTasks.SHARED
    }

    static void otherBad() {
        SHARED.add("other");
    }

    public static void main(String[] args) {
        start(ThreadsOfHelperTasks::fillOk);
        start(ThreadsOfHelperTasks::oneBad);
        start(() -> otherBad());
    }
}
