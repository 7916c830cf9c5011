import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** VarHandles with acquire and release, spin locks of compareAndSet, and plain accesses beside. */
public class HandlesAndFences {
    static class Spin {
        private static final VarHandle HELD;

        static {
            try {
                HELD = MethodHandles.lookup().findVarHandle(Spin.class, "held", boolean.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        private boolean held;
        private int counter;

        void incrementOk() {
            while (!HELD.compareAndSet(this, false, true)) Thread.onSpinWait();
            try {
                counter++;
            } finally {
                HELD.setRelease(this, false);
            }
        }
    }

    static class Publish {
        private static final VarHandle READY;

        static {
            try {
                READY = MethodHandles.lookup().findVarHandle(Publish.class, "ready", boolean.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        private boolean ready;
        private int data;

        void publishOk() {
            data = 42;
            READY.setRelease(this, true);
        }

        int consumeOk() {
            return (boolean) READY.getAcquire(this) ? data : -1;
        }
    }

    static class PublishPlain {
        private static final VarHandle READY;

        static {
            try {
                READY = MethodHandles.lookup().findVarHandle(PublishPlain.class, "ready", boolean.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        private boolean ready;
        private int data;

        void publishBad() {
            data = 42;  // expect: data-race HandlesAndFences$PublishPlain.data
            READY.set(this, true);  // expect: data-race HandlesAndFences$PublishPlain.ready
        }

        int consumeBad() {
            return (boolean) READY.get(this) ? data : -1;
        }
    }

    static class Updater {
        private static final AtomicIntegerFieldUpdater<Updater> HITS =
            AtomicIntegerFieldUpdater.newUpdater(Updater.class, "hits");

        private volatile int hits;
        private int misses;

        void hitOk() {
            HITS.incrementAndGet(this);
        }

        void missBad() {
            misses++;  // expect: data-race HandlesAndFences$Updater.misses
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Spin spin = new Spin();
        Publish p = new Publish();
        PublishPlain q = new PublishPlain();
        Updater u = new Updater();
        Thread a = new Thread(() -> {
            spin.incrementOk();
            p.publishOk();
            q.publishBad();
            u.hitOk();
            u.missBad();
        });
        Thread b = new Thread(() -> {
            spin.incrementOk();
            System.out.println(p.consumeOk());
            System.out.println(q.consumeBad());
            u.hitOk();
            u.missBad();
        });
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(spin.counter);
    }
}
