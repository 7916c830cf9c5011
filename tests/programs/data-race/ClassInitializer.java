/** What a class initializer writes is seen by all threads that use the class. */
public class ClassInitializer {
    static class TablesOk {
        static int[] squares = new int[10];
        static int size;

        static {
            for (int i = 0; i < squares.length; i++) {
                squares[i] = i * i;
            }
            size = squares.length;
        }
    }

    static void show() {
        System.out.println(TablesOk.squares[3] + TablesOk.size);
    }

    public static void main(String[] args) {
        new Thread(ClassInitializer::show).start();
        new Thread(ClassInitializer::show).start();
    }
}
