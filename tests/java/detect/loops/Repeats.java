import java.util.List;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * What threads do again and again, and then once more in another way: of each class that ends in Bad
 * there is a race, and only of these. Whoever comes last waits a little, which orders nothing.
 */
class Repeats {
    private static final int TURNS = 40;

    abstract static class Case extends Loops.Case {
        final Object other = new Object();
        long value;

        /** Both use the same, each with the lock, until they are used to it. */
        void share() throws Exception {
            for (int turn = 0; turn < TURNS; turn++) {
                synchronized (this) {
                    change();
                }
                Thread.yield();
            }
            meet();
        }

        void change() {
            value++;
            data[7] += value;
        }

        static void wait(int milliseconds) throws Exception {
            Thread.sleep(milliseconds);
        }
    }

    /** A thread reads what it wrote, in a later epoch, which the other does not know of. */
    static class ReadsOwnFieldBad extends Case {
        void one() throws Exception {
            value = 1;
            value = 2;
            meet();
            long seen = value;
            value = seen;
        }

        void two() throws Exception {
            meet();
            wait(100);
            value = 3;
        }
    }

    /** It reads only: the write is known. It is not the first read of all. */
    static class OnlyReadsFieldBad extends Case {
        long get() {
            return value;
        }

        void one() throws Exception {
            new OnlyReadsFieldBad().get();
            value = 1;
            meet();
            get();
        }

        void two() throws Exception {
            meet();
            wait(100);
            value = 3;
        }
    }

    /** The same for an element. */
    static class OnlyReadsElementBad extends Case {
        double seen;

        void one() throws Exception {
            data[5] = 1;
            meet();
            seen = data[5];
        }

        void two() throws Exception {
            meet();
            wait(100);
            data[5] = 3;
        }
    }

    /** The same, ordered. */
    static class OnlyReadsOk extends Case {
        double seen;

        void one() throws Exception {
            value = 1;
            data[5] = 1;
            meet();
            seen = value + data[5];
            meet();
        }

        void two() throws Exception {
            meet();
            meet();
            value = 3;
            data[5] = 3;
        }
    }

    /** All is done with the lock. */
    static class SharesOk extends Case {
        void one() throws Exception {
            share();
            synchronized (this) {
                change();
            }
        }

        void two() throws Exception {
            share();
            synchronized (other) {
                synchronized (this) {
                    change();
                }
            }
        }
    }

    /** One reads with the lock, and the other does not care for locks any more. */
    static class WriteWithoutLockBad extends Case {
        long seen;

        void one() throws Exception {
            share();
            synchronized (other) {
                synchronized (this) {
                    seen = value;
                }
            }
        }

        void two() throws Exception {
            share();
            wait(100);
            value = 1;
        }
    }

    /** The same for an element. */
    static class ElementWithoutLockBad extends Case {
        double seen;

        void one() throws Exception {
            share();
            synchronized (this) {
                seen = data[7];
            }
        }

        void two() throws Exception {
            share();
            wait(100);
            data[7] = 1;
        }
    }

    /** One writes with the lock, and the other reads without. */
    static class ReadWithoutLockBad extends Case {
        long seen;

        void one() throws Exception {
            share();
            synchronized (other) {
                synchronized (this) {
                    value = 1;
                }
            }
        }

        void two() throws Exception {
            share();
            wait(100);
            seen = value;
        }
    }

    /** One has the lock, the other another one. */
    static class OtherLockBad extends Case {
        void one() throws Exception {
            share();
            synchronized (this) {
                data[7] = 1;
            }
        }

        void two() throws Exception {
            share();
            wait(100);
            synchronized (other) {
                data[7] = 2;
            }
        }
    }

    /** A thread writes what nobody has used yet, as it did many times, and then tells the other. */
    static class FreshOk extends Case {
        final double[] elements = new double[TURNS];
        double seen;

        static void set(Case fresh, double[] elements, int index) {
            fresh.value = 1;
            elements[index] = 1;
        }

        void one() throws Exception {
            for (int turn = 0; turn < TURNS; turn++) {
                set(new FreshOk(), new double[TURNS], turn);
            }
            set(this, elements, 3);
            meet();
        }

        void two() throws Exception {
            meet();
            seen = value + elements[3];
        }
    }

    /** The same, but the other knows of it before. */
    static class FreshBad extends Case {
        final double[] elements = new double[TURNS];
        double seen;

        static void set(double[] elements, int index) {
            elements[index] = 1;
        }

        void one() throws Exception {
            for (int turn = 0; turn < TURNS; turn++) {
                set(new double[TURNS], turn);
            }
            meet();
            set(elements, 3);
        }

        void two() throws Exception {
            meet();
            wait(100);
            seen = elements[3];
        }
    }

    /** The same for a field, which the thread reads only. */
    static class FreshReadBad extends Case {
        long get() {
            return value;
        }

        void one() throws Exception {
            for (int turn = 0; turn < TURNS; turn++) {
                new FreshReadBad().get();
            }
            meet();
            get();
        }

        void two() throws Exception {
            meet();
            wait(100);
            value = 1;
        }
    }

    abstract static class Readers extends Case {
        final ReadWriteLock lock = new ReentrantReadWriteLock();

        double read() {
            lock.readLock().lock();
            try {
                return value + data[7];
            } finally {
                lock.readLock().unlock();
            }
        }

        void write() {
            lock.writeLock().lock();
            try {
                change();
            } finally {
                lock.writeLock().unlock();
            }
        }

        @Override
        void share() throws Exception {
            for (int turn = 0; turn < TURNS; turn++) {
                write();
                read();
                Thread.yield();
            }
            meet();
        }
    }

    /** Readers and writers, each with its lock. */
    static class ReadersOk extends Readers {
        void one() throws Exception {
            share();
            read();
        }

        void two() throws Exception {
            share();
            write();
        }
    }

    /** One reads with the lock of readers, and the other writes without any. */
    static class NoReaderBad extends Readers {
        long seen;

        void one() throws Exception {
            share();
            lock.readLock().lock();
            try {
                seen = value;
            } finally {
                lock.readLock().unlock();
            }
        }

        void two() throws Exception {
            share();
            wait(100);
            value = 1;
        }
    }

    static List<Case> cases() {
        return List.of(
                new ReadsOwnFieldBad(), new OnlyReadsFieldBad(), new OnlyReadsElementBad(),
                new OnlyReadsOk(), new SharesOk(), new WriteWithoutLockBad(),
                new ElementWithoutLockBad(), new ReadWithoutLockBad(), new OtherLockBad(),
                new ReadersOk(), new NoReaderBad(), new FreshOk(), new FreshBad(),
                new FreshReadBad());
    }

    public static void main(String[] arguments) throws Exception {
        for (Case each : cases()) {
            Thread one = Loops.start(each::one);
            Thread two = Loops.start(each::two);
            one.join();
            two.join();
            System.out.println(each.getClass().getName());
        }
    }
}
