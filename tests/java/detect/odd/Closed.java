import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;

/** What the JDK keeps to itself is closed to the program. */
public class Closed {
    private static int touched;

    public static void main(String[] args) throws Exception {
        touched++;
        Field field = String.class.getDeclaredField("value");
        try {
            field.setAccessible(true);
            System.out.println("open");
        } catch (InaccessibleObjectException expected) {
            System.out.println("closed");
        }
    }
}
