// since: 21

/** A switch over types (typeSwitch): a case sees only what has its type. */
public class PatternSwitch {
    sealed interface Shape permits Square, Circle {}

    static final class Square implements Shape {}

    static final class Circle implements Shape {}

    static class Other {}

    static Object test(Object given) {
        return switch (given) {
            case null -> null;
            case Square square when square.hashCode() != 7 -> {
                see(square);  // points to: Square@36
                yield square;
            }
            case Shape shape -> {
                see(shape);  // points to: Square@36 Circle@37
                yield new Object();
            }
            case String text -> {
                see(text);  // points to exactly: String
                yield text;
            }
            default -> {
                see(given);  // points to: Square@36 Circle@37 Other@38
                yield given;
            }
        };
    }

    public static void main(String[] args) {
        see(test(new Square()));  // points to: Square@36 Circle@37 Other@38 Object@22
        test(new Circle());
        test(new Other());
        test("text");
        test(null);
    }

    static void see(Object o) {}
}
