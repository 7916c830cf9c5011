import java.util.ArrayList;
import java.util.List;

/** Double buffers: who empties exchanges the two under the lock; two who do so may empty what is filled. */
public class SwappedUnderLock {
    static class Events {
        private List<Runnable> back = new ArrayList<>();
        private List<Runnable> front = new ArrayList<>();

        synchronized void postOk(Runnable event) {
            back.add(event);
            notifyAll();
        }

        void pumpOk() throws InterruptedException {
            List<Runnable> batch;
            synchronized (this) {
                while (back.isEmpty()) {
                    wait();
                }
                batch = back;
                back = front;
                front = batch;
            }
            batch.forEach(Runnable::run);
            batch.clear();
        }
    }

    static class EventsOfTwo {
        private List<Runnable> back = new ArrayList<>();
        private List<Runnable> front = new ArrayList<>();

        synchronized void post(Runnable event) {
            back.add(event);
        }

        void pumpBad() {
            List<Runnable> batch;
            synchronized (this) {
                batch = back;
                back = front;
                front = batch;
            }
            batch.clear();  // expect: data-race container SwappedUnderLock$EventsOfTwo.back
        }
    }

    static class EventsKept {
        private List<Runnable> back = new ArrayList<>();
        private List<Runnable> front = new ArrayList<>();

        synchronized void post(Runnable event) {
            back.add(event);
        }

        /** It empties what it has just given to those who fill. */
        void pumpBad() {
            List<Runnable> batch;
            synchronized (this) {
                batch = front;
                front = back;
                back = batch;
            }
            batch.clear();  // expect: data-race container SwappedUnderLock$EventsKept.back
        }
    }

    static class Shade {
        private int[] shown = new int[2];
        private int[] drawn = new int[2];

        synchronized void swap() {
            int[] old = shown;
            shown = drawn;
            drawn = old;
        }

        synchronized int lookOk() {
            return shown[0];
        }

        void drawOk() {
            drawn[0]++;
            swap();
        }
    }

    private static void pump(Events events) {
        try {
            while (true) {
                events.pumpOk();
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Events events = new Events();
        EventsOfTwo ofTwo = new EventsOfTwo();
        EventsKept kept = new EventsKept();
        Shade shade = new Shade();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> events.postOk(() -> System.out.println("event"))).start();
            new Thread(() -> ofTwo.post(() -> System.out.println("event"))).start();
            new Thread(() -> kept.post(() -> System.out.println("event"))).start();
            new Thread(() -> System.out.println(shade.lookOk())).start();
            new Thread(ofTwo::pumpBad).start();
        }
        Thread pump = new Thread(() -> pump(events));
        pump.start();
        new Thread(kept::pumpBad).start();
        new Thread(shade::drawOk).start();
        Thread.sleep(100);
        pump.interrupt();
    }
}
