import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;

/** Other collections that are not made for two threads. */
public class ContainerKinds {
    private static final Deque<Integer> DEQUE = new ArrayDeque<>();
    private static final Queue<Integer> HEAP = new PriorityQueue<>();
    private static final TreeMap<Integer, Integer> TREE = new TreeMap<>();
    private static final Set<Integer> SET = new LinkedHashSet<>();
    private static final BitSet BITS = new BitSet();

    static void addBad(int value) {
        DEQUE.push(value);  // expect: data-race container ContainerKinds.DEQUE
        HEAP.offer(value);  // expect: data-race container ContainerKinds.HEAP
        TREE.put(value, value);  // expect: data-race container ContainerKinds.TREE
        SET.add(value);  // expect: data-race container ContainerKinds.SET
        BITS.set(value);  // expect: data-race container ContainerKinds.BITS
    }

    public static void main(String[] args) {
        new Thread(() -> addBad(1)).start();
        new Thread(() -> addBad(2)).start();
    }
}
