/** A reference that is there from the start tells nothing; one that is not does. */
public class VolatileFlagNeverNull {
    private static volatile Object there = new Object();
    private static volatile Object later;
    private static int one;
    private static int two;

    static void readBad() {
        if (there != null) {
            System.out.println(one);  // expect: data-race VolatileFlagNeverNull.one
        }
        if (later != null) {
            System.out.println(two);
        }
    }

    public static void main(String[] args) {
        new Thread(VolatileFlagNeverNull::readBad).start();
        one = 1;
        two = 2;
        there = new Object();
        later = new Object();
    }
}
