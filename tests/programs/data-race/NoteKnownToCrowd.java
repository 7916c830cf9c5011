// snarl: --open NoteKnownToCrowd
import java.util.HashMap;
import java.util.Map;

/** What is inside of a map of one call is known to others only by a place that may hold anything: an entry was traced. */
public class NoteKnownToCrowd {
    private static final Map<String, Held> ALL = new HashMap<>();
    private static volatile Object traced;

    private static class Part {
        int count;
    }

    private static class Held {
        int count;
    }

    private static class A {}

    private static class B {}

    private static class C {}

    private static class D {}

    private static class E {}

    private static class F {}

    private static class G {}

    private static class H {}

    private static void trace(Object what) {
        traced = what;
    }

    public void traceAll() {
        trace(new A());
        trace(new B());
        trace(new C());
        trace(new D());
        trace(new E());
        trace(new F());
        trace(new G());
        trace(new H());
    }

    public int sumBad(String[] names) {
        Map<String, Part> parts = new HashMap<>();
        for (String name : names) {
            if (!parts.containsKey(name)) {
                parts.put(name, new Part());
            }
            parts.get(name).count++;  // expect: data-race NoteKnownToCrowd$Part.count (note)
        }
        for (Map.Entry<String, Part> entry : parts.entrySet()) {
            trace(entry);
        }
        return parts.size();
    }

    public int keepBad(String name) {
        Held held;
        synchronized (ALL) {
            if (!ALL.containsKey(name)) {
                ALL.put(name, new Held());
            }
            held = ALL.get(name);
            for (Map.Entry<String, Held> entry : ALL.entrySet()) {
                trace(entry);
            }
        }
        return held.count++;  // expect: data-race NoteKnownToCrowd$Held.count
    }
}
