/** A lambda that each thread makes for itself captures what only that thread has. */
public class LambdaPerThread {
    static void workOk() {
        int[] sum = new int[1];
        Runnable add = () -> sum[0]++;
        add.run();
        add.run();
        System.out.println(sum[0]);
    }

    public static void main(String[] args) {
        new Thread(LambdaPerThread::workOk).start();
        new Thread(LambdaPerThread::workOk).start();
    }
}
