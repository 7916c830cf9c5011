/** Instances that one line makes lock themselves, or what they hold; what is static belongs to all of them. */
public class LockOfEachInstance {
    private static int byThis;
    private static int byPart;
    private static int byClass;
    private final Object part = new Object();

    synchronized void thisBad() {
        byThis++;  // expect: data-race LockOfEachInstance.byThis
    }

    void partBad() {
        synchronized (part) {
            byPart++;  // expect: data-race LockOfEachInstance.byPart
        }
    }

    void classOk() {
        synchronized (LockOfEachInstance.class) {
            byClass++;
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            LockOfEachInstance mine = new LockOfEachInstance();
            new Thread(() -> {
                mine.thisBad();
                mine.partBad();
                mine.classOk();
            }).start();
        }
    }
}
