/** Virtual threads, as many as the argument says: one is waited for first. */
public class Virtual {
    static int count;
    static int joined;
    public static void main(String[] args) throws Exception {
        Thread first = Thread.startVirtualThread(() -> joined++);
        first.join();
        joined++;
        Thread[] threads = new Thread[Integer.parseInt(args[0])];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = Thread.startVirtualThread(() -> count++);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(joined);
    }
}
