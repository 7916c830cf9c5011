import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.lang.ref.Cleaner;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.CountDownLatch;

/** Ways to hand over that are not made for it, or are the JVM's own. */
class Others {
    /** Waits for the other, who would have ended otherwise: a pipe looks whether its writer lives. */
    abstract static class Pipe extends Edge {
        private final CountDownLatch read = new CountDownLatch(1);

        @Override
        void first() throws Exception {
            super.first();
            read.await();
        }

        @Override
        void second() throws Exception {
            super.second();
            read.countDown();
        }
    }

    static class Piped extends Pipe {
        private final PipedOutputStream out = new PipedOutputStream();
        private final PipedInputStream in;

        Piped() {
            try {
                in = new PipedInputStream(out);
            } catch (java.io.IOException problem) {
                throw new IllegalStateException(problem);
            }
        }

        @Override
        void give() throws Exception {
            out.write(1);
            out.flush();
        }

        @Override
        void take() throws Exception {
            in.read();
        }
    }

    static class PipedText extends Pipe {
        private final PipedWriter out = new PipedWriter();
        private final PipedReader in;

        PipedText() {
            try {
                in = new PipedReader(out);
            } catch (java.io.IOException problem) {
                throw new IllegalStateException(problem);
            }
        }

        @Override
        void give() throws Exception {
            out.write("given");
            out.flush();
        }

        @Override
        void take() throws Exception {
            in.read();
        }
    }

    static class Enqueued extends Edge {
        private final ReferenceQueue<Object> queue = new ReferenceQueue<>();
        private final WeakReference<Object> reference = new WeakReference<>("given", queue);

        @Override
        void give() {
            reference.enqueue();
        }

        @Override
        void take() throws Exception {
            queue.remove();
        }
    }

    /** What is registered is known to who cleans up. */
    static class Cleaned extends Edge {
        private static final Cleaner CLEANER = Cleaner.create();

        private static class Action implements Runnable {
            private int state;
            private final CountDownLatch done;

            Action(CountDownLatch done) {
                this.done = done;
            }

            @Override
            public void run() {
                state++;
                done.countDown();
            }
        }

        @Override
        void give() {}

        @Override
        void take() {}

        @Override
        void run() throws Exception {
            Thread third = new Thread(() -> racy = 1);
            third.start();
            CountDownLatch done = new CountDownLatch(1);
            Action action = new Action(done);
            action.state = 1;
            CLEANER.register(new Object(), action);
            while (done.getCount() > 0) {
                System.gc();
                Thread.sleep(10);
            }
            racy = 2;
            third.join();
        }
    }

    static class Finalized extends Edge {
        private static class Resource {
            private int state;
            private final CountDownLatch done;

            Resource(CountDownLatch done) {
                this.done = done;
                state = 1;
            }

            @Override
            @SuppressWarnings({"deprecation", "removal"})
            protected void finalize() {
                state++;
                done.countDown();
            }
        }

        @Override
        void give() {}

        @Override
        void take() {}

        @Override
        void run() throws Exception {
            Thread third = new Thread(() -> racy = 1);
            third.start();
            CountDownLatch done = new CountDownLatch(1);
            new Resource(done);
            while (done.getCount() > 0) {
                System.gc();
                Thread.sleep(10);
            }
            racy = 2;
            third.join();
        }
    }
}
