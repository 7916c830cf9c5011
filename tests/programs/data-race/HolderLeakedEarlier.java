import java.util.concurrent.ConcurrentHashMap;

/** The holder is known before a part is made; what the part's constructor does is still its own. */
public class HolderLeakedEarlier {
    static final ConcurrentHashMap<Integer, Holder> known = new ConcurrentHashMap<>();

    static class Part {
        private int size;

        Part() {
            growOk();
        }

        private void growOk() {
            size++;
        }

        synchronized int sizeOk() {
            return size;
        }
    }

    static class Holder {
        volatile Part part;
    }

    public static void makeOk() {
        Holder holder = new Holder();
        known.put(0, holder);
        holder.part = new Part();
    }

    public static int sizeOk() {
        return known.get(0).part.sizeOk();
    }
}
