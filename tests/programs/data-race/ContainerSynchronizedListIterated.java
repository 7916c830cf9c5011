import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;

/** Loops over a synchronized list, under its monitor and without it. */
public class ContainerSynchronizedListIterated {
    private static final List<String> NAMES = Collections.synchronizedList(new ArrayList<>());
    private static final List<String> OTHERS = Collections.synchronizedList(new ArrayList<>());

    static void showOk() {
        synchronized (NAMES) {
            for (String name : NAMES) {
                System.out.println(name);
            }
        }
        NAMES.forEach(System.out::println);
    }

    static void cleanOk() {
        synchronized (NAMES) {
            for (Iterator<String> all = NAMES.iterator(); all.hasNext(); ) {
                if (all.next().isEmpty()) {
                    all.remove();
                }
            }
        }
    }

    static void showBad() {
        synchronized (NAMES) {
            for (String name : OTHERS) {  // expect: data-race container ContainerSynchronizedListIterated.OTHERS
                System.out.println(name);
            }
        }
    }

    public static void main(String[] args) {
        new Thread(ContainerSynchronizedListIterated::showOk).start();
        new Thread(ContainerSynchronizedListIterated::cleanOk).start();
        new Thread(ContainerSynchronizedListIterated::showBad).start();
        NAMES.add("Ada");
        OTHERS.add("Bob");
    }
}
