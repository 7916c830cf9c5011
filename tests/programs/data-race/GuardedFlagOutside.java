/** A flag that somebody looks at without the monitor tells nothing. */
public class GuardedFlagOutside {
    private boolean ready;
    private String text;

    void produce() {
        text = "here";  // expect: data-race GuardedFlagOutside.text
        synchronized (this) {
            ready = true;  // expect: data-race GuardedFlagOutside.ready
        }
    }

    void consumeBad() {
        while (!ready) {
            Thread.yield();
        }
        System.out.println(text);
    }

    public static void main(String[] args) {
        GuardedFlagOutside flags = new GuardedFlagOutside();
        new Thread(flags::produce).start();
        flags.consumeBad();
    }
}
