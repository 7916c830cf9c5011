/** A switch over strings calls hashCode and equals of String. */
public class StringSwitch {
    static Object test(String text) {
        switch (text) {
            case "one":
                return new Object();
            case "two":
                return new Object();
            default:
                return text;
        }
    }

    public static void main(String[] args) {
        see(test("one"));  // points to: Object@6 Object@8 String
    }

    static void see(Object o) {}
}
