/** Lazy initialisation: double-checked with and without volatile, holders, local copies. */
public class DoubleChecked {
    static class Config {
        String name;
        int port;

        Config() {
            name = "x";
            port = 80;
        }
    }

    static class Volatile {
        private static volatile Config config;

        static Config getOk() {
            Config c = config;
            if (c == null) {
                synchronized (Volatile.class) {
                    c = config;
                    if (c == null) config = c = new Config();
                }
            }
            return c;
        }
    }

    static class Heavy {
        String name;

        Heavy() {
            name = "x";
        }
    }

    static class Plain {
        private static Heavy config;

        static Heavy getBad() {
            if (config == null) {
                synchronized (Plain.class) {
                    if (config == null) config = new Heavy();  // expect: data-race DoubleChecked$Plain.config
                }
            }
            return config;
        }
    }

    static class TwoLocks {
        private Config config;
        private final Object a = new Object();
        private final Object b = new Object();

        Config oneBad() {
            synchronized (a) {
                if (config == null) config = new Config();  // expect: data-race DoubleChecked$TwoLocks.config
                return config;
            }
        }

        Config two() {
            synchronized (b) {
                if (config == null) config = new Config();
                return config;
            }
        }
    }

    static class ByHolder {
        private static class Holder {
            static final Config CONFIG = new Config();
        }

        static Config getOk() {
            return Holder.CONFIG;
        }
    }

    enum Single {
        ONE;

        private int calls;

        synchronized void callOk() {
            calls++;
        }
    }

    static class EarlyFlag {
        private volatile boolean initialized;
        private Config config;

        Config getBad() {
            if (!initialized) {
                synchronized (this) {
                    if (!initialized) {
                        initialized = true;
                        config = new Config();  // expect: data-race DoubleChecked$EarlyFlag.config
                    }
                }
            }
            return config;
        }
    }

    static class LateFlag {
        private volatile boolean initialized;
        private Config config;

        Config getOk() {
            if (!initialized) {
                synchronized (this) {
                    if (!initialized) {
                        config = new Config();
                        initialized = true;
                    }
                }
            }
            return config;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        TwoLocks two = new TwoLocks();
        EarlyFlag early = new EarlyFlag();
        LateFlag late = new LateFlag();
        Runnable r = () -> {
            System.out.println(Volatile.getOk().name);
            System.out.println(Plain.getBad().name);
            System.out.println(two.oneBad() == two.two());
            System.out.println(ByHolder.getOk().port);
            Single.ONE.callOk();
            System.out.println(early.getBad());
            System.out.println(late.getOk().port);
        };
        Thread a = new Thread(r);
        Thread b = new Thread(r);
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
