/** What @GuardedBy says is kept by one method and broken by another. */
public class AnnotatedGuardedBy {
    @interface GuardedBy {
        String value();
    }

    private final Object lock = new Object();

    @GuardedBy("lock")
    private int kept;

    @GuardedBy("lock")
    private int broken;

    public void workOk() {
        synchronized (lock) {
            kept++;
            broken++;
        }
    }

    public int lookBad() {
        return broken;  // expect: data-race AnnotatedGuardedBy.broken
    }
}
