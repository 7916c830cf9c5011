import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.TreeMap;

/** What an iterator, a part of a list or a key set removes or sets is changed in the collection behind it. */
public class ContainerChangedThroughIterator {
    private final List<Integer> removed = new LinkedList<>();
    private final List<Integer> set = new ArrayList<>();
    private final List<Integer> cleared = new ArrayList<>();
    private final List<Integer> whole = new ArrayList<>();
    private final List<Integer> part;
    private final Map<Integer, String> keys = new TreeMap<>();
    private final List<Integer> guarded = new ArrayList<>();
    private final List<Integer> read = new ArrayList<>();

    ContainerChangedThroughIterator() {
        for (int i = 0; i < 4; i++) {
            removed.add(i);
            set.add(i);
            cleared.add(i);
            whole.add(i);
            keys.put(i, "");
            guarded.add(i);
            read.add(i);
        }
        part = whole.subList(0, 2);
    }

    void removeBad() {
        for (Iterator<Integer> it = removed.iterator(); it.hasNext(); ) {
            if (it.next() == 1) {
                it.remove();  // expect: data-race container ContainerChangedThroughIterator.removed
            }
        }
    }

    void setBad() {
        for (ListIterator<Integer> it = set.listIterator(); it.hasNext(); ) {
            it.set(it.next() + 1);  // expect: data-race container ContainerChangedThroughIterator.set
        }
    }

    void clearBad() {
        cleared.subList(0, 1).clear();  // expect: data-race container ContainerChangedThroughIterator.cleared
    }

    void partBad() {
        part.set(0, whole.get(3));  // expect: data-race container ContainerChangedThroughIterator.whole; expect: data-race container ContainerChangedThroughIterator.part
    }

    void keysBad() {
        keys.keySet().remove(1);  // expect: data-race container ContainerChangedThroughIterator.keys
    }

    synchronized void removeOk() {
        for (Iterator<Integer> it = guarded.iterator(); it.hasNext(); ) {
            if (it.next() == 1) {
                it.remove();
            }
        }
    }

    int sumOk() {
        int sum = 0;
        for (Iterator<Integer> it = read.iterator(); it.hasNext(); ) {
            sum += it.next();
        }
        return sum + read.subList(0, 2).size();
    }

    void all() {
        removeBad();
        setBad();
        clearBad();
        partBad();
        keysBad();
        removeOk();
        sumOk();
    }

    public static void main(String[] args) {
        ContainerChangedThroughIterator shared = new ContainerChangedThroughIterator();
        new Thread(shared::all).start();
        new Thread(shared::all).start();
    }
}
