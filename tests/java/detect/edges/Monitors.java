import java.util.Collections;
import java.util.Hashtable;
import java.util.List;
import java.util.ArrayList;
import java.util.Map;
import java.util.Vector;
import java.util.concurrent.atomic.AtomicReference;

/** Monitors, of the program's objects and of the JDK's. */
class Monitors {
    static class Block extends Edge {
        private final Object lock = new Object();
        private boolean given;

        @Override
        void give() {
            synchronized (lock) {
                given = true;
            }
        }

        private boolean isGiven() {
            synchronized (lock) {
                return given;
            }
        }

        @Override
        void take() {
            while (!isGiven()) {
                Thread.yield();
            }
        }
    }

    static class Method extends Edge {
        private boolean given;

        @Override
        synchronized void give() {
            given = true;
        }

        private synchronized boolean isGiven() {
            return given;
        }

        @Override
        void take() {
            while (!isGiven()) {
                Thread.yield();
            }
        }
    }

    static class StaticMethod extends Edge {
        private static boolean given;

        private static synchronized void giveNow() {
            given = true;
        }

        @Override
        void give() {
            giveNow();
        }

        @Override
        void take() {
            boolean isGiven = false;
            while (!isGiven) {
                synchronized (StaticMethod.class) {
                    isGiven = given;
                }
            }
        }
    }

    static class Waits extends Edge {
        private boolean given;

        @Override
        synchronized void give() {
            given = true;
            notifyAll();
        }

        @Override
        synchronized void take() throws InterruptedException {
            while (!given) {
                wait();
            }
        }
    }

    static class WaitsForAWhile extends Edge {
        private final Object lock = new Object();
        private boolean given;

        @Override
        void give() {
            synchronized (lock) {
                given = true;
                lock.notify();
            }
        }

        @Override
        void take() throws InterruptedException {
            synchronized (lock) {
                while (!given) {
                    lock.wait(1, 500);
                }
            }
        }
    }

    /** Nobody is woken: each time, the wait is over by itself. */
    static class WaitsInLoop extends Edge {
        private final Object lock = new Object();
        private boolean given;

        @Override
        void give() {
            synchronized (lock) {
                given = true;
            }
        }

        @Override
        void take() throws InterruptedException {
            synchronized (lock) {
                while (!given) {
                    lock.wait(1);
                }
            }
        }
    }

    static class OfVector extends Edge {
        private final Vector<Object> vector = new Vector<>();

        @Override
        void give() {
            vector.add("given");
        }

        @Override
        void take() {
            while (vector.isEmpty()) {
                Thread.yield();
            }
        }
    }

    static class OfHashtable extends Edge {
        private final Hashtable<String, String> table = new Hashtable<>();

        @Override
        void give() {
            table.put("given", "given");
        }

        @Override
        void take() {
            while (!table.containsKey("given")) {
                Thread.yield();
            }
        }
    }

    static class OfStringBuffer extends Edge {
        private final StringBuffer buffer = new StringBuffer();

        @Override
        void give() {
            buffer.append("given");
        }

        @Override
        void take() {
            while (buffer.length() == 0) {
                Thread.yield();
            }
        }
    }

    static class OfSynchronizedMap extends Edge {
        private final Map<String, String> map = Collections.synchronizedMap(new java.util.HashMap<>());

        @Override
        void give() {
            map.put("given", "given");
        }

        @Override
        void take() {
            while (map.get("given") == null) {
                Thread.yield();
            }
        }
    }

    static class OfSynchronizedList extends Edge {
        private final List<String> list = Collections.synchronizedList(new ArrayList<>());

        @Override
        void give() {
            list.add("given");
        }

        @Override
        void take() {
            while (list.size() == 0) {
                Thread.yield();
            }
        }
    }

    /** Who knows when somebody has made an object does not know yet what he knew: the monitor tells. */
    static class BehindFinalField extends Edge {
        private final Object lock = new Object();
        private final AtomicReference<Box> box = new AtomicReference<>();
        private volatile boolean given;

        private static final class Box {
            final int value;

            Box(int value) {
                this.value = value;
            }
        }

        @Override
        void give() {
            given = true;
        }

        private void between() {
            while (!given) {
                Thread.onSpinWait();
            }
            synchronized (lock) {
                given = true;
            }
            box.setOpaque(new Box(1));
        }

        @Override
        void take() {
            Box seen = null;
            while (seen == null) {
                seen = box.getOpaque();
            }
            int value = seen.value;
            synchronized (lock) {
                ordered += value;
            }
        }

        @Override
        void run() throws Exception {
            Thread third = new Thread(this::between);
            third.start();
            super.run();
            third.join();
        }
    }
}
