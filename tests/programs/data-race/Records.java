/** Records that threads share, and whose parts are immutable. */
public class Records {
    record RangeOk(int from, int to) {
        int size() {
            return to - from;
        }
    }

    public static void main(String[] args) {
        RangeOk range = new RangeOk(1, 5);
        new Thread(() -> System.out.println(range.size())).start();
        new Thread(() -> System.out.println(range.equals(new RangeOk(1, 5)))).start();
    }
}
