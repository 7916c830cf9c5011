// snarl: --open TakenOffForCallee
/** What is taken off under the lock is its taker's, also in the methods that he gives it to: until he puts it back. */
public class TakenOffForCallee {
    private Runnable one;
    private Listeners many;
    private boolean isTelling;
    private Watchers watchers;
    private Guests guests;
    private Step steps;
    private Job jobs;
    private Trip trips;

    private static class Listeners {
        private Runnable[] all = new Runnable[2];
        private int size;

        void add(Runnable listener) {
            if (size == all.length) {
                all = java.util.Arrays.copyOf(all, size * 2);
            }
            all[size++] = listener;
        }

        Runnable get(int index) {
            return all[index];
        }

        int size() {
            return size;
        }
    }

    private static class Watchers {
        private int size;

        void add() {
            size++;
        }

        int size() {
            return size;  // expect: data-race TakenOffForCallee$Watchers.size
        }
    }

    private static class Guests {
        private int size;

        void add() {
            size++;  // expect: data-race TakenOffForCallee$Guests.size
        }
    }

    private static class Job implements Runnable {
        Job next;
        int runs;

        @Override
        public void run() {
            Thread.yield();
        }
    }

    private static class Trip implements Runnable {
        Trip next;
        int days;

        @Override
        public void run() {
            days++;
        }
    }

    private static class Step {
        Step next;
        int walked;

        void walk() {
            walked++;
        }

        void walkOn() {
            next.walked++;  // expect: data-race TakenOffForCallee$Step.walked
        }
    }

    public void addOk(Runnable listener) {
        synchronized (this) {
            if (one == null && many == null) {
                one = listener;
            } else {
                if (many == null) {
                    many = new Listeners();
                }
                many.add(listener);
            }
        }
    }

    public void tellOk() {
        Runnable first;
        Listeners others;
        synchronized (this) {
            first = one;
            others = many;
            if (isTelling || (first == null && others == null)) {
                return;
            }
            isTelling = true;
            if (first != null) {
                one = null;
            } else {
                many = null;
            }
        }
        for (;;) {
            if (first != null) {
                first.run();
            } else {
                tellAllOk(others);
            }
            synchronized (this) {
                if (one == null && many == null) {
                    isTelling = false;
                    return;
                }
                first = one;
                others = many;
                if (first != null) {
                    one = null;
                } else {
                    many = null;
                }
            }
        }
    }

    private void tellAllOk(Listeners listeners) {
        for (int i = 0; i < listeners.size(); i++) {
            listeners.get(i).run();
        }
    }

    public synchronized void watchBad() {
        if (watchers == null) {
            watchers = new Watchers();
        }
        watchers.add();
    }

    /** It stays where it is if it is not the last time. */
    public int countBad(boolean isLast) {
        Watchers taken;
        synchronized (this) {
            taken = watchers;
            if (isLast) {
                watchers = null;
            }
        }
        return taken.size();
    }

    public synchronized void inviteBad() {
        if (guests == null) {
            guests = new Guests();
        }
        guests.add();
    }

    /** It is back when another one comes. */
    public void inviteLateBad() {
        Guests taken;
        synchronized (this) {
            taken = guests;
            guests = null;
        }
        synchronized (this) {
            guests = taken;
        }
        taken.add();
    }

    public synchronized void addJobOk() {
        Job job = new Job();
        job.next = jobs;
        job.runs = 1;
        jobs = job;
    }

    public synchronized int countJobsOk() {
        int count = 0;
        for (Job job = jobs; job != null; job = job.next) {
            count += job.runs;
        }
        return count;
    }

    /** One after the other is given to another thread, and left alone then. */
    public void startAllOk() {
        Job list;
        synchronized (this) {
            list = jobs;
            jobs = null;
        }
        while (list != null) {
            Job next = list.next;
            list.next = null;
            list.runs++;
            new Thread(list).start();
            list = next;
        }
    }

    public synchronized void addTripBad() {
        Trip trip = new Trip();
        trip.next = trips;
        trip.days = 1;
        trips = trip;
    }

    /** What is given to another thread is not left alone. */
    public void startTripsBad() {
        Trip list;
        synchronized (this) {
            list = trips;
            trips = null;
        }
        while (list != null) {
            Trip next = list.next;
            new Thread(list).start();
            list.days++;  // expect: data-race TakenOffForCallee$Trip.days
            list = next;
        }
    }

    public synchronized void addStep() {
        Step step = new Step();
        step.next = steps;
        step.walked = 1;
        steps = step;
    }

    public void walkOk() {
        Step taken;
        synchronized (this) {
            taken = steps;
            steps = taken.next;
        }
        taken.walk();
    }

    /** The first one is taken, the others stay. */
    public void walkOnBad() {
        Step taken;
        synchronized (this) {
            taken = steps;
            steps = taken.next;
        }
        taken.walkOn();
    }
}
