/** An object that nobody can change may be shared freely. */
public class Immutable {
    static final class PointOk {
        private final int x;
        private final int y;

        PointOk(int x, int y) {
            this.x = x;
            this.y = y;
        }

        PointOk moved(int by) {
            return new PointOk(x + by, y + by);
        }
    }

    public static void main(String[] args) {
        PointOk shared = new PointOk(1, 2);
        new Thread(() -> System.out.println(shared.moved(1).x)).start();
        new Thread(() -> System.out.println(shared.moved(2).y)).start();
    }
}
