// snarl: --open ThreadOfItsOwn
import java.util.concurrent.ThreadFactory;

/** A worker makes its own thread, which is started once; one that is given to two threads is not alone. */
public class ThreadOfItsOwn {
    private final ThreadFactory factory = new Factory();

    private static class Factory implements ThreadFactory {
        @Override
        public Thread newThread(Runnable task) {
            return new Thread(task, "worker");
        }
    }

    private final class Worker implements Runnable {
        final Thread thread;
        Runnable first;
        int done;

        Worker(Runnable first) {
            this.first = first;
            thread = factory.newThread(this);
        }

        @Override
        public void run() {
            workOk(this);
        }
    }

    private final class Pair implements Runnable {
        final Thread one;
        final Thread two;
        int done;

        Pair() {
            one = factory.newThread(this);
            two = factory.newThread(this);
        }

        @Override
        public void run() {
            done++;  // expect: data-race ThreadOfItsOwn$Pair.done
        }
    }

    private static Thread twice(Runnable task) {
        new Thread(task).start();
        return new Thread(task);
    }

    private static Thread once(Runnable task) {
        return new Thread(task);
    }

    private static final class Twice implements Runnable {
        final Thread thread = twice(this);
        int done;

        @Override
        public void run() {
            done++;  // expect: data-race ThreadOfItsOwn$Twice.done
        }
    }

    private static final class Once implements Runnable {
        final Thread thread = once(this);
        int done;

        @Override
        public void run() {
            done++;
        }
    }

    final void workOk(Worker worker) {
        Runnable task = worker.first;
        worker.first = null;
        if (task != null) {
            task.run();
            worker.done++;
        }
    }

    public void addOk(Runnable task) {
        Worker worker = new Worker(task);
        Thread thread = worker.thread;
        if (thread != null) {
            thread.start();
        }
    }

    public void onceOk() {
        new Once().thread.start();
    }

    public void twiceBad() {
        new Twice().thread.start();
    }

    public void addBad() {
        Pair pair = new Pair();
        pair.one.start();
        pair.two.start();
    }
}
