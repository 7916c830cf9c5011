import java.util.concurrent.CountDownLatch;

/** Of threads that nobody knows the number of, a latch waits for all but one. */
public class LatchOneFewer {
    static final class Part {
        int size;
    }

    private final Part[] parts;

    LatchOneFewer(int many) {
        parts = new Part[many];
    }

    void sumBad() throws InterruptedException {
        CountDownLatch done = new CountDownLatch(parts.length - 1);
        for (int i = 0; i < parts.length; i++) {
            Part part = new Part();
            parts[i] = part;
            new Thread(() -> {
                part.size = 3;  // expect: data-race LatchOneFewer$Part.size
                done.countDown();
            }).start();
        }
        done.await();
        for (Part part : parts) {
            System.out.println(part.size);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        new LatchOneFewer(args.length + 2).sumBad();
    }
}
