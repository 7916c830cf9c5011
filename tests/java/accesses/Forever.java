/** A race, and then nothing more, for ever. */
public class Forever {
    static int count;

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> count++);
        thread.start();
        count++;
        System.out.println("ready");
        while (true) {
            Thread.sleep(1000);
        }
    }
}
