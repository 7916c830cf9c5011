import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Threads: who started them and what they ran. */
public class Threads {
    public static void main(String[] args) throws Exception { // jdk -> callback Threads.main
        Thread own = new Worker(); // -> new Threads$Worker, call Threads$Worker.<init>
        own.start(); // -> call java.lang.Thread.start, thread-start Threads$Worker.run
        own.join(); // -> call java.lang.Thread.join
        Thread task = new Thread(new Task()); // -> new java.lang.Thread, call java.lang.Thread.<init>, new Threads$Task, call Threads$Task.<init>
        task.start(); // -> call java.lang.Thread.start, thread-start Threads$Task.run
        task.join(); // -> call java.lang.Thread.join
        Thread lambda = new Thread(() -> work(3)); // -> new java.lang.Thread, call java.lang.Thread.<init>, call Threads.work // jdk -> lambda Threads.lambda$main$0
        lambda.start(); // -> call java.lang.Thread.start, thread-start Threads.lambda$main$0
        lambda.join(); // -> call java.lang.Thread.join
        Thread late = new Late(); // -> new Threads$Late, call Threads$Late.<init>
        late.start(); // -> call Threads$Late.start
        late.join(); // -> call java.lang.Thread.join
        ExecutorService pool = Executors.newFixedThreadPool(1); // -> call java.util.concurrent.Executors.newFixedThreadPool
        pool.submit(new Call()).get(); // -> new Threads$Call, call Threads$Call.<init>, call java.util.concurrent.AbstractExecutorService.submit, call java.util.concurrent.FutureTask.get
        pool.shutdown(); // -> call java.util.concurrent.ThreadPoolExecutor.shutdown
        new Task().run(); // -> new Threads$Task, call Threads$Task.<init>, call Threads$Task.run
    }

    static int work(int n) {
        return n == 0 ? 0 : work(n - 1); // -> call Threads.work
    }

    static class Worker extends Thread { // -> call java.lang.Thread.<init>
        @Override
        public void run() { // jdk -> callback Threads$Worker.run
            work(1); // -> call Threads.work
        }
    }

    static class Task implements Runnable { // -> call java.lang.Object.<init>
        @Override
        public void run() { // jdk -> callback Threads$Task.run
            work(2); // -> call Threads.work
        }
    }

    static class Late extends Thread { // -> call java.lang.Thread.<init>
        @Override
        public synchronized void start() {
            super.start(); // -> call java.lang.Thread.start, thread-start Threads$Late.run
        }

        @Override
        public void run() { // jdk -> callback Threads$Late.run
            super.run(); // -> call java.lang.Thread.run
        }
    }

    static class Call implements Callable<Integer> { // -> call java.lang.Object.<init>, call Threads$Call.call // jdk -> callback Threads$Call.call
        @Override
        public Integer call() {
            return work(1); // -> call Threads.work, call java.lang.Integer.valueOf
        }
    }
}
