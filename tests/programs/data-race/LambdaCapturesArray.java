/** A local array that a lambda captures is shared by the threads that run the lambda. */
public class LambdaCapturesArray {
    static void countBad() {
        int[] count = new int[1];
        Runnable task = () -> count[0]++;  // expect: data-race array LambdaCapturesArray.count
        new Thread(task).start();
        new Thread(task).start();
    }

    public static void main(String[] args) {
        countBad();
    }
}
