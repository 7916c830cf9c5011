/** run() in place of start() stays in the same thread. */
public class RunnableCalledDirectly {
    static class TaskOk extends Thread {
        static int steps;

        @Override
        public void run() {
            steps++;
        }
    }

    public static void main(String[] args) {
        new TaskOk().run();
        new TaskOk().run();
    }
}
