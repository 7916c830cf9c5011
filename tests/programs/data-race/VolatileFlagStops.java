/** Who sees that a flag is still as it was at first comes after nobody. */
public class VolatileFlagStops {
    private static volatile boolean running = true;
    private static int data;
    private static int result;

    static void workBad() {
        while (running) {
            System.out.println(data);  // expect: data-race VolatileFlagStops.data
        }
        System.out.println(result);
    }

    public static void main(String[] args) {
        new Thread(VolatileFlagStops::workBad).start();
        data = 1;
        result = 2;
        running = false;
    }
}
