import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Each of many threads has tasks of its own, and waits for them: who waits for all threads has waited for those. */
public class NestedSpawnOfMany {
    static class Page {
        String body;
        String foot;
    }

    static Page loadOk() throws InterruptedException {
        Page page = new Page();
        ExecutorService tasks = Executors.newFixedThreadPool(2);
        tasks.execute(() -> page.body = "body");
        tasks.shutdown();
        tasks.awaitTermination(1, TimeUnit.HOURS);
        return page;
    }

    static Page loadBad() {
        Page page = new Page();
        ExecutorService tasks = Executors.newFixedThreadPool(2);
        tasks.execute(() -> page.foot = "foot");  // expect: data-race NestedSpawnOfMany$Page.foot
        tasks.shutdown();
        return page;
    }

    public static void main(String[] args) throws InterruptedException {
        Page[] pages = new Page[6];
        Thread[] threads = new Thread[6];
        for (int i = 0; i < threads.length; i++) {
            int me = i;
            threads[i] = new Thread(() -> {
                try {
                    pages[me] = me % 2 == 0 ? loadOk() : loadBad();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(pages[0].body + pages[1].foot);
    }
}
