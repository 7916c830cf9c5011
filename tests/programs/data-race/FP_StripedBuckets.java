/** Lock striping: the stripe of a bucket is chosen by the same hash; the nodes in a bucket are its own, which nothing shows. */
public class FP_StripedBuckets {
    static class Node {
        final Object key;
        Object value;
        Node next;

        Node(Object key, Object value, Node next) {
            this.key = key;
            this.value = value;
            this.next = next;
        }
    }

    static class Good {
        private static final int LOCKS = 4;
        private final Node[] buckets = new Node[16];
        private final Object[] locks = new Object[LOCKS];

        Good() {
            for (int i = 0; i < LOCKS; i++) locks[i] = new Object();
        }

        private int hash(Object key) {
            return Math.abs(key.hashCode() % buckets.length);
        }

        Object getOk(Object key) {
            int hash = hash(key);
            synchronized (locks[hash % LOCKS]) {
                for (Node n = buckets[hash]; n != null; n = n.next) {
                    if (n.key.equals(key)) return n.value;
                }
            }
            return null;
        }

        void putOk(Object key, Object value) {
            int hash = hash(key);
            synchronized (locks[hash % LOCKS]) {
                for (Node n = buckets[hash]; n != null; n = n.next) {
                    if (n.key.equals(key)) {
                        n.value = value;  // false alarm: data-race FP_StripedBuckets$Node.value (note)
                        return;
                    }
                }
                buckets[hash] = new Node(key, value, buckets[hash]);
            }
        }

        void clearOk() {
            for (int i = 0; i < buckets.length; i++) {
                synchronized (locks[i % LOCKS]) {
                    buckets[i] = null;
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Good good = new Good();
        Runnable r = () -> {
            good.putOk("a", 1);
            System.out.println(good.getOk("a"));
            good.clearOk();
        };
        Thread a = new Thread(r);
        Thread b = new Thread(r);
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
