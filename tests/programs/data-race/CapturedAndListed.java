import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What a loop makes for each task belongs to it although a list has it too, until others run the same on it. */
public class CapturedAndListed {
    static class Part {
        long inThread;
        long inStage;
        long byReference;
        long givenTwice;
        long walked;
        long early;

        void addOk() {
            byReference++;
        }

        void twiceBad() {
            givenTwice++;  // expect: data-race CapturedAndListed$Part.givenTwice
        }
    }

    static void threadOk() throws InterruptedException {
        List<Part> parts = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Part part = new Part();
            parts.add(part);
            Thread thread = new Thread(() -> part.inThread++);
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        for (Part part : parts) {
            System.out.println(part.inThread);
        }
    }

    static void stageOk() {
        List<Part> parts = new ArrayList<>();
        List<CompletableFuture<Void>> stages = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Part part = new Part();
            parts.add(part);
            stages.add(CompletableFuture.runAsync(() -> part.inStage++));
        }
        CompletableFuture.allOf(stages.toArray(new CompletableFuture<?>[0])).join();
        System.out.println(parts.get(0).inStage);
    }

    static void referenceOk() {
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Part part = new Part();
            parts.add(part);
            new Thread(part::addOk).start();
        }
    }

    static void twiceBad() {
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Part part = new Part();
            parts.add(part);
            new Thread(part::twiceBad).start();
        }
        new Thread(parts.get(0)::twiceBad).start();
    }

    static void walkedBad() {
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Part part = new Part();
            parts.add(part);
            new Thread(() -> part.walked++).start();  // expect: data-race CapturedAndListed$Part.walked
        }
        for (Part part : parts) {
            new Thread(() -> part.walked++).start();
        }
    }

    static void earlyBad() {
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Part part = new Part();
            parts.add(part);
            new Thread(() -> part.early++).start();  // expect: data-race CapturedAndListed$Part.early
        }
        for (Part part : parts) {
            System.out.println(part.early);
        }
    }

    static void outsideBad() {
        Part part = new Part();
        List<Part> parts = new ArrayList<>();
        parts.add(part);
        for (int i = 0; i < 4; i++) {
            new Thread(() -> part.inThread++).start();  // expect: data-race CapturedAndListed$Part.inThread
        }
    }

    public static void main(String[] args) throws InterruptedException {
        threadOk();
        stageOk();
        referenceOk();
        twiceBad();
        walkedBad();
        earlyBad();
        outsideBad();
    }
}
