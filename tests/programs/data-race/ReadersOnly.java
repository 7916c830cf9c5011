/** Many threads read, and nobody writes any more. */
public class ReadersOnly {
    private static int[] primes;

    static void readOk() {
        System.out.println(primes[1]);
    }

    public static void main(String[] args) {
        primes = new int[] {2, 3, 5};
        for (int i = 0; i < 3; i++) {
            new Thread(ReadersOnly::readOk).start();
        }
        System.out.println(primes.length);
    }
}
