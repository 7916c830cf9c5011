/** Virtual threads: who started them and what they ran. */
public class Virtual {
    public static void main(String[] args) throws Exception { // jdk -> callback Virtual.main
        Thread one = Thread.startVirtualThread(() -> work(2)); // -> call java.lang.Thread.startVirtualThread, thread-start Virtual.lambda$main$0, call Virtual.work // jdk -> lambda Virtual.lambda$main$0
        one.join(); // -> call java.lang.Thread.join
        Thread two = Thread.ofVirtual().start(new Task()); // -> call java.lang.Thread.ofVirtual, new Virtual$Task, call Virtual$Task.<init>, call java.lang.ThreadBuilders$VirtualThreadBuilder.start, thread-start Virtual$Task.run
        two.join(); // -> call java.lang.Thread.join
        Thread three = Thread.ofVirtual().unstarted(new Task()); // -> call java.lang.Thread.ofVirtual, new Virtual$Task, call Virtual$Task.<init>, call java.lang.ThreadBuilders$VirtualThreadBuilder.unstarted
        three.start(); // -> call java.lang.VirtualThread.start, thread-start Virtual$Task.run
        three.join(); // -> call java.lang.Thread.join
    }

    static int work(int n) {
        Thread.yield(); // -> call java.lang.Thread.yield
        return n == 0 ? 0 : work(n - 1); // -> call Virtual.work
    }

    static class Task implements Runnable { // -> call java.lang.Object.<init>
        @Override
        public void run() { // jdk -> callback Virtual$Task.run
            work(1); // -> call Virtual.work
        }
    }
}
