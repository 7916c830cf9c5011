/** Kotlin keeps a captured `var` in a Ref object, which the threads then share. */
public class KotlinRefCaptured {
    static final class IntRef {
        int element;
    }

    static void countBad() {
        IntRef count = new IntRef();
        count.element = 0;
        Runnable task = () -> count.element = count.element + 1;  // expect: data-race KotlinRefCaptured$IntRef.element
        new Thread(task).start();
        new Thread(task).start();
    }

    public static void main(String[] args) {
        countBad();
    }
}
