import java.util.List;

/** A stream that is not parallel runs in the thread that asks for it. */
public class SequentialStream {
    private static int sum;

    static void addOk(int value) {
        sum += value;
    }

    public static void main(String[] args) {
        List.of(1, 2, 3).stream().map(each -> each + 1).forEach(SequentialStream::addOk);
        System.out.println(sum);
    }
}
