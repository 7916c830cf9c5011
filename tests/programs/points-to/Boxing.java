import java.util.ArrayList;
import java.util.List;

/** Boxes are objects of the JDK. */
public class Boxing {
    static Object box(int number) {
        return number;
    }

    public static void main(String[] args) {
        Integer one = 1;
        see(one);  // points to exactly: Integer
        see(box(2));  // points to exactly: Integer
        Object wide = 3L;
        see(wide);  // points to exactly: Long
        see('c');  // points to exactly: Character
        see(true);  // points to exactly: Boolean
        see(1.5);  // points to exactly: Double
        Object either = args.length > 0 ? one : wide;
        see(either);  // points to exactly: Integer Long
        int sum = one + 4;
        see(sum);  // points to exactly: Integer
    }

    static void see(Object o) {}
}
