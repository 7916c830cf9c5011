/** Exceptions that the JVM throws by itself. */
public class ExceptionImplicit {
    static int[] numbers = new int[1];
    static Object text = "text";

    public static void main(String[] args) {
        try {
            see(args[args.length].length());
        } catch (ArrayIndexOutOfBoundsException e) {
            see(e);  // points to: ArrayIndexOutOfBoundsException
        }
        try {
            numbers[0] = 1 / args.length;
        } catch (ArithmeticException e) {
            see(e);  // points to: ArithmeticException
        }
        try {
            see((Integer) text);
        } catch (ClassCastException e) {
            see(e);  // points to: ClassCastException
        }
        try {
            text = null;
            text.hashCode();
        } catch (NullPointerException e) {
            see(e);  // points to: NullPointerException
        }
    }

    static void see(Object o) {}
}
