import java.util.concurrent.CountDownLatch;

/** Of threads that nobody knows the number of, a latch waits for all; or for those that a loop starts from the second on. */
public class LatchOfAsMany {
    static final class Part {
        int size;
    }

    static void allOk(int many) throws InterruptedException {
        Part[] parts = new Part[many];
        CountDownLatch done = new CountDownLatch(parts.length);
        for (int i = 0; i < many; i++) {
            Part part = new Part();
            parts[i] = part;
            new Thread(() -> {
                part.size = 3;
                done.countDown();
            }).start();
        }
        done.await();
        for (Part part : parts) {
            System.out.println(part.size);
        }
    }

    static void fromSecondOk(int many) throws InterruptedException {
        Part[] parts = new Part[many];
        CountDownLatch done = new CountDownLatch(many - 1);
        for (int i = 1; i < many; i++) {
            Part part = new Part();
            parts[i] = part;
            new Thread(() -> {
                part.size = 4;
                done.countDown();
            }).start();
        }
        done.await();
        for (int i = 1; i <= many - 1; i++) {
            System.out.println(parts[i].size);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        allOk(args.length + 2);
        fromSecondOk(args.length + 2);
    }
}
