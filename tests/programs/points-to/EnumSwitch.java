/** A switch over an enum goes through a table in a class of its own, and compares ordinals. */
public class EnumSwitch {
    enum Color {
        RED,
        GREEN
    }

    static Object test(Color color) {
        switch (color) {  // initializes (17): Color, EnumSwitch$1
            case RED:
                return new Object();
            case GREEN:
                return new Object();
            default:
                return null;
        }
    }

    public static void main(String[] args) {
        see(test(Color.RED));  // points to: Object@11 Object@13; calls: test; initializes: Color
        see(Color.GREEN);  // points to: Color@5
        see(Color.valueOf("RED"));  // points to: Color@4 Color@5
        see(Color.values());  // points to exactly: Color[]@3
        see(Color.values()[1]);  // points to: Color@4 Color@5
    }

    static void see(Object o) {}
}
