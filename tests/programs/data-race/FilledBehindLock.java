/** A field that is filled under a lock, by who finds it empty, and read behind the lock. */
public class FilledBehindLock {
    static class Service {
        final String name;

        Service(String name) {
            this.name = name;
        }
    }

    private static Service one;

    static Service oneOk() {
        synchronized (FilledBehindLock.class) {
            if (one == null) {
                one = make("one");
            }
        }
        return one;
    }

    private static Service make(String name) {
        return new Service(name);
    }

    private Service mine;

    Service mineOk() {
        synchronized (this) {
            if (mine == null) {
                mine = new Service("mine");
            }
        }
        return mine;
    }

    private static Service emptied;

    static Service emptiedBad() {
        synchronized (FilledBehindLock.class) {
            if (emptied == null) {
                emptied = new Service("emptied");
            }
        }
        return emptied;  // expect: data-race FilledBehindLock.emptied
    }

    static synchronized void close() {
        emptied = null;
    }

    private static Service unchecked;

    static Service uncheckedBad() {
        if (unchecked == null) {
            synchronized (FilledBehindLock.class) {
                unchecked = new Service("unchecked");
            }
        }
        return unchecked;  // expect: data-race FilledBehindLock.unchecked
    }

    private static Service sometimes;

    static Service sometimesBad(boolean isWanted) {
        if (isWanted) {
            synchronized (FilledBehindLock.class) {
                if (sometimes == null) {
                    sometimes = new Service("sometimes");
                }
            }
        }
        return sometimes;  // expect: data-race FilledBehindLock.sometimes
    }

    private static Service perhaps;

    static Service perhapsBad(boolean isThere) {
        synchronized (FilledBehindLock.class) {
            if (perhaps == null) {
                perhaps = find(isThere);
            }
        }
        return perhaps;  // expect: data-race FilledBehindLock.perhaps
    }

    private static Service find(boolean isThere) {
        return isThere ? new Service("perhaps") : null;
    }

    private Service other;

    /** The lock is another one for each caller. */
    Service otherBad(Object lock) {
        synchronized (lock) {
            if (other == null) {
                other = new Service("other");
            }
        }
        return other;  // expect: data-race FilledBehindLock.other (note)
    }

    public static void main(String[] args) {
        FilledBehindLock it = new FilledBehindLock();
        Runnable work = () -> {
            System.out.println(oneOk().name + it.mineOk().name + emptiedBad().name);
            System.out.println(uncheckedBad().name + sometimesBad(args.length > 0) + perhapsBad(args.length > 1));
            System.out.println(it.otherBad(new Object()).name);
            close();
        };
        new Thread(work).start();
        new Thread(work).start();
    }
}
