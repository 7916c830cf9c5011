/** The table behind a switch over an enum is filled by a class initializer. */
public class EnumSwitch {
    enum Color {
        RED,
        GREEN
    }

    static String nameOk(Color color) {
        switch (color) {
            case RED:
                return "red";
            default:
                return "green";
        }
    }

    public static void main(String[] args) {
        new Thread(() -> System.out.println(nameOk(Color.RED))).start();
        new Thread(() -> System.out.println(nameOk(Color.GREEN))).start();
    }
}
