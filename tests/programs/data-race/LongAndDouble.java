/** Reads of a long or a double may see half of a write. */
public class LongAndDouble {
    private long time;
    private double rate;

    void setBad() {
        time = 0x1_0000_0001L;  // expect: data-race LongAndDouble.time
        rate = 1.5;  // expect: data-race LongAndDouble.rate
    }

    public static void main(String[] args) {
        LongAndDouble shared = new LongAndDouble();
        new Thread(shared::setBad).start();
        System.out.println(shared.time + shared.rate);
    }
}
