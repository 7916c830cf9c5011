// snarl: --open TakenOffMap
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A collection that an empty one replaces under the lock is its taker's, with all that is in it. */
public class TakenOffMap {
    private final Object lock = new Object();
    private Map<String, Sum> sums = new HashMap<>();
    private Map<String, Count> counts = new HashMap<>();
    private Map<String, Share> shares = new HashMap<>();
    private Map<String, Debt> debts = new HashMap<>();
    private final List<Debt> due = new ArrayList<>();

    private static class Sum {
        private final List<String> names = new ArrayList<>();
        private int total;

        void add(String name) {
            names.add(name);
            total++;
        }

        int size() {
            return names.size() + total;
        }
    }

    private static class Count {
        int value;
    }

    private static class Share {
        int parts;
    }

    private static class Debt {
        int amount;

        void add(List<Debt> others) {
            amount++;
            others.add(this);
        }
    }

    public void addOk(String name) {
        synchronized (lock) {
            Sum sum = sums.get(name);
            if (sum == null) {
                sum = new Sum();
                sums.put(name, sum);
            }
            sum.add(name);
        }
    }

    public int takeOk() {
        Map<String, Sum> taken;
        synchronized (lock) {
            taken = sums;
            sums = new HashMap<>(64);
        }
        int size = 0;
        for (Sum sum : taken.values()) {
            size += sum.size();
        }
        return size;
    }

    public void countOk(String name) {
        synchronized (lock) {
            counts.computeIfAbsent(name, it -> new Count()).value++;
        }
    }

    /** The new one begins with what is in the old one. */
    public int copyBad() {
        Map<String, Count> taken;
        synchronized (lock) {
            taken = counts;
            counts = new HashMap<>(taken);
        }
        int found = 0;
        for (Count count : taken.values()) {
            found += count.value;  // expect: data-race TakenOffMap$Count.value
        }
        return found;
    }

    public void shareOk(String name) {
        synchronized (lock) {
            Share share = new Share();
            shares.put(name, share);
            for (Share it : shares.values()) {
                it.parts++;
            }
        }
    }

    public void giveBackBad(String name) {
        Map<String, Share> taken;
        synchronized (lock) {
            taken = shares;
            shares = new HashMap<>();
        }
        Share share = taken.get(name);
        synchronized (lock) {
            shares.put(name, share);
        }
        share.parts++;  // expect: data-race TakenOffMap$Share.parts
    }

    public void oweOk(String name) {
        synchronized (lock) {
            Debt debt = new Debt();
            debts.put(name, debt);
            debt.add(due);
        }
    }

    /** What is taken is in the other list as well. */
    public void payBad() {
        Map<String, Debt> taken;
        synchronized (lock) {
            taken = debts;
            debts = new HashMap<>();
        }
        for (Debt debt : taken.values()) {
            debt.amount--;  // expect: data-race TakenOffMap$Debt.amount
        }
    }

    public int dueOk() {
        int sum = 0;
        synchronized (lock) {
            for (Debt debt : due) {
                sum += debt.amount;
            }
        }
        return sum;
    }
}
