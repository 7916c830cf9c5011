import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import java.util.Vector;

/** Java 5 and before: guarded blocks with wait and notify, Vector, Hashtable. */
public class OldStyleMonitor {
    static class BoundedBuffer {
        private final Object[] items = new Object[4];
        private int count, in, out;

        synchronized void put(Object it) throws InterruptedException {
            while (count == items.length) wait();
            items[in] = it;
            in = (in + 1) % items.length;
            count++;
            notifyAll();
        }

        synchronized Object take() throws InterruptedException {
            while (count == 0) wait();
            Object it = items[out];
            out = (out + 1) % items.length;
            count--;
            notifyAll();
            return it;
        }

        synchronized int sizeOk() {
            return count;
        }

        boolean isEmptyBad() {
            return out == in;  // expect: data-race OldStyleMonitor$BoundedBuffer.in
        }
    }

    static class Message {
        String text;
    }

    static class Producer extends Thread {
        private final BoundedBuffer buffer;

        Producer(BoundedBuffer buffer) {
            this.buffer = buffer;
        }

        public void run() {
            try {
                for (int i = 0; i < 10; i++) {
                    Message m = new Message();
                    m.text = "m" + i;
                    buffer.put(m);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    static class LateProducer extends Thread {
        private final BoundedBuffer buffer;

        LateProducer(BoundedBuffer buffer) {
            this.buffer = buffer;
        }

        public void run() {
            try {
                Late m = new Late();
                buffer.put(m);
                m.text = "late";  // expect: data-race OldStyleMonitor$Late.text
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    static class Late {
        String text;
    }

    static void handOverOk() throws InterruptedException {
        BoundedBuffer buffer = new BoundedBuffer();
        Thread producer = new Producer(buffer);
        producer.start();
        for (int i = 0; i < 10; i++) {
            Message m = (Message) buffer.take();
            m.text = m.text.trim();
        }
        System.out.println(buffer.sizeOk());
    }

    static void handOverBad() throws InterruptedException {
        BoundedBuffer buffer = new BoundedBuffer();
        Thread producer = new LateProducer(buffer);
        producer.start();
        Late m = (Late) buffer.take();
        System.out.println(m.text + buffer.isEmptyBad());
    }

    static final Vector<String> names = new Vector<String>();
    static final Hashtable<String, Integer> ages = new Hashtable<String, Integer>();
    static final List<String> log = new ArrayList<String>();

    static void collectionsBad() throws InterruptedException {
        Thread t = new Thread() {
            public void run() {
                names.addElement("a");
                ages.put("a", 1);
                log.add("a");  // expect: data-race OldStyleMonitor.log
            }
        };
        t.start();
        names.addElement("b");
        ages.put("b", 2);
        log.add("b");
        t.join();
        System.out.println(log.size());
    }

    public static void main(String[] args) throws InterruptedException {
        handOverOk();
        handOverBad();
        collectionsBad();
    }
}
