/** A plain flag that a monitor guards tells as much as a volatile one: what was done before it was set is there. */
public class GuardedFlagPublishes {
    private final Object monitor = new Object();
    private boolean ready;
    private String early;
    private String late;

    void produce() {
        early = "early";
        synchronized (monitor) {
            ready = true;
            monitor.notifyAll();
        }
        late = "late";  // expect: data-race GuardedFlagPublishes.late
    }

    void awaitReady() throws InterruptedException {
        synchronized (monitor) {
            while (!ready) {
                monitor.wait();
            }
        }
    }

    String earlyOk() throws InterruptedException {
        awaitReady();
        return early;
    }

    String lateBad() throws InterruptedException {
        awaitReady();
        return late;
    }

    public static void main(String[] args) throws InterruptedException {
        GuardedFlagPublishes flags = new GuardedFlagPublishes();
        new Thread(flags::produce).start();
        System.out.println(flags.earlyOk() + flags.lateBad());
    }
}
