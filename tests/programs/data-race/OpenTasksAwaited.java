import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/** Callers each make something, have a task fill it, and look at it when the task has ended; or before that. */
public class OpenTasksAwaited {
    static class Sum {
        int value;
    }

    static class Early {
        int value;
    }

    static class Given {
        int value;
    }

    static class Told {
        int value;
    }

    private final ExecutorService executor;
    private volatile Told last;

    public OpenTasksAwaited(ExecutorService executor) {
        this.executor = executor;
    }

    public int halvesOk(int[] data) throws InterruptedException, ExecutionException {
        int[] halves = new int[2];
        int middle = data.length / 2;
        Future<?> left = executor.submit(() -> {
            for (int i = 0; i < middle; i++) {
                halves[0] += data[i];
            }
        });
        for (int i = middle; i < data.length; i++) {
            halves[1] += data[i];
        }
        left.get();
        return halves[0] + halves[1];
    }

    public int threadOk(int number) throws InterruptedException {
        Sum sum = new Sum();
        Thread thread = new Thread(() -> sum.value += number);
        thread.start();
        thread.join();
        return sum.value;
    }

    public int stagesOk() {
        List<String> one = new ArrayList<>();
        List<String> two = new ArrayList<>();
        CompletableFuture<Void> first = CompletableFuture.runAsync(() -> one.add("a"), executor);
        CompletableFuture<Void> second = CompletableFuture.runAsync(() -> two.add("b"), executor);
        CompletableFuture.allOf(first, second).join();
        return one.size() + two.size();
    }

    public int earlyBad() throws InterruptedException, ExecutionException {
        Early early = new Early();
        Future<?> task = executor.submit(() -> early.value++);
        int found = early.value;  // expect: data-race OpenTasksAwaited$Early.value
        task.get();
        return found;
    }

    public int givenUpBad() throws InterruptedException {
        Given given = new Given();
        Future<?> task = executor.submit(() -> given.value++);
        task.cancel(true);
        try {
            task.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
        return given.value;  // expect: data-race OpenTasksAwaited$Given.value
    }

    public int toldBad() throws InterruptedException, ExecutionException {
        Told told = new Told();
        Future<?> task = executor.submit(() -> {
            last = told;
        });
        task.get();
        return told.value++;  // expect: data-race OpenTasksAwaited$Told.value
    }

    public int lastBad() {
        return last.value;
    }
}
