/** What only its own class can make is not made by reflection: a lock of the one that there is guards static state. */
public class PrivateConstructors {
    interface Shape {
        int area();
    }

    static final class RoundOk implements Shape {
        static final RoundOk ONE = new RoundOk();
        private static volatile boolean isThere;
        private static int area;

        private RoundOk() {}

        @Override
        public int area() {
            return isThere ? area : compute();
        }

        private int compute() {
            synchronized (this) {
                if (!isThere) {
                    area = (int) System.nanoTime();
                    isThere = true;
                }
            }
            return area;
        }
    }

    /** Anybody makes another one by its name, with a monitor of its own. */
    public static final class SquareBad implements Shape {
        static final SquareBad ONE = new SquareBad();
        private static volatile boolean isThere;
        private static int area;

        public SquareBad() {}

        @Override
        public int area() {
            return isThere ? area : compute();
        }

        private int compute() {
            synchronized (this) {
                if (!isThere) {
                    area = (int) System.nanoTime(); // expect: data-race PrivateConstructors$SquareBad.area
                    isThere = true;
                }
            }
            return area;
        }
    }

    static Shape load(boolean isRound) throws ReflectiveOperationException {
        if (isRound) {
            return (Shape) Class.forName("PrivateConstructors$RoundOk").getConstructor().newInstance();
        }
        return (Shape) Class.forName("PrivateConstructors$SquareBad").getConstructor().newInstance();
    }

    private static void use(Shape... shapes) {
        for (Shape shape : shapes) {
            System.out.println(shape.area());
        }
    }

    private static void work(boolean isRound) {
        try {
            use(load(isRound));
        } catch (ReflectiveOperationException e) {
            use(RoundOk.ONE, SquareBad.ONE);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> work(args.length > 0)).start();
        new Thread(() -> work(args.length > 0)).start();
    }
}
