import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** What a task returns is handed over by the future, and main goes on changing it. */
public class FutureResult {
    static class Report {
        int pages;
    }

    static Report makeOk() {
        Report report = new Report();
        report.pages = 3;
        return report;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Callable<Report> task = FutureResult::makeOk;
        Future<Report> future = pool.submit(task);
        Report report = future.get();
        report.pages++;
        System.out.println(report.pages);
        pool.shutdown();
    }
}
