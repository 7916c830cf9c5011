import java.util.Iterator;
import java.util.List;

/** Two threads draw from one iterator; the list itself is immutable. */
public class ContainerIteratorShared {
    private static final Iterator<String> WORK = List.of("a", "b", "c").iterator();

    static void workBad() {
        if (WORK.hasNext()) {
            String next = WORK.next();  // expect: data-race container ContainerIteratorShared.WORK
            System.out.println(next);
        }
    }

    public static void main(String[] args) {
        new Thread(ContainerIteratorShared::workBad).start();
        new Thread(ContainerIteratorShared::workBad).start();
    }
}
