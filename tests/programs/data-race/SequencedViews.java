// needs: 21

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** Views that go backwards read what is behind them. */
public class SequencedViews {
    static class Events {
        private final ArrayList<String> guarded = new ArrayList<>();
        private final ArrayList<String> shown = new ArrayList<>();
        private final LinkedHashMap<String, Integer> ages = new LinkedHashMap<>();
        private final LinkedHashMap<String, Integer> sizes = new LinkedHashMap<>();

        synchronized void add(String event) {
            guarded.addFirst(event);
            shown.addFirst(event);
            ages.putFirst(event, 1);
            sizes.putLast(event, 1);
        }

        void showOk() {
            List<String> copy;
            synchronized (this) {
                copy = new ArrayList<>(guarded.reversed());
                copy.addAll(ages.sequencedKeySet().reversed());
            }
            copy.forEach(System.out::println);
        }

        void showBad() {
            for (String event : shown.reversed()) {  // expect: data-race SequencedViews$Events.shown
                System.out.println(event);
            }
        }

        void sizesBad() {
            SequencedMap<String, Integer> back;
            synchronized (this) {
                back = sizes.reversed();
            }
            back.forEach((name, size) -> System.out.println(name + size));  // expect: data-race SequencedViews$Events.sizes
        }
    }

    public static void main(String[] args) {
        Events events = new Events();
        Thread thread = new Thread(() -> {
            for (int i = 0; i < 9; i++) {
                events.add("event" + i);
            }
        });
        thread.start();
        events.showOk();
        events.showBad();
        events.sizesBad();
    }
}
