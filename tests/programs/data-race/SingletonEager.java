/** A singleton in a static final field, with a synchronized method. */
public class SingletonEager {
    private static final SingletonEager INSTANCE = new SingletonEager();
    private int lines;

    static SingletonEager instance() {
        return INSTANCE;
    }

    synchronized void logOk(String text) {
        lines++;
        System.out.println(lines + " " + text);
    }

    public static void main(String[] args) {
        new Thread(() -> instance().logOk("one")).start();
        instance().logOk("two");
    }
}
