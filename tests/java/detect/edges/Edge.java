/**
 * Something that orders two threads: what the first one does before it gives, the second one knows
 * once it has taken. What the first one does after that, nothing orders.
 */
abstract class Edge {
    int ordered;
    int racy;

    /** In the first thread. */
    abstract void give() throws Exception;

    /** In the second one; returns when the first one has given. */
    abstract void take() throws Exception;

    void first() throws Exception {
        ordered = 1;
        give();
        racy = 1;
    }

    void second() throws Exception {
        take();
        ordered++;
        racy++;
    }

    /** Both, in two threads. */
    void run() throws Exception {
        Thread one = new Thread(() -> quietly(this::first));
        Thread other = new Thread(() -> quietly(this::second));
        other.start();
        one.start();
        one.join();
        other.join();
    }

    interface Step {
        void run() throws Exception;
    }

    static void quietly(Step step) {
        try {
            step.run();
        } catch (Exception problem) {
            throw new IllegalStateException(problem);
        }
    }
}
