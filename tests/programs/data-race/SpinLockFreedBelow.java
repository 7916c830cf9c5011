import java.util.concurrent.atomic.AtomicBoolean;

/** What is called gives a lock back, two fields below who has taken it; or that of another object. */
public class SpinLockFreedBelow {
    static final class Stage {
        final AtomicBoolean taken = new AtomicBoolean();

        void finish() {
            taken.set(false);
        }
    }

    static final class Line {
        final Stage stage = new Stage();

        void finish() {
            stage.finish();
        }
    }

    private final Line line = new Line();
    private final Line other = new Line();
    private int early;
    private int late;

    void countBad() {
        while (!line.stage.taken.compareAndSet(false, true)) {
            Thread.onSpinWait();
        }
        line.finish();
        early++;  // expect: data-race SpinLockFreedBelow.early
    }

    void countOk() {
        while (!other.stage.taken.compareAndSet(false, true)) {
            Thread.onSpinWait();
        }
        line.stage.taken.get();
        late++;
        other.finish();
    }

    public static void main(String[] args) {
        SpinLockFreedBelow shared = new SpinLockFreedBelow();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                shared.countBad();
                shared.countOk();
            }).start();
        }
    }
}
