/** Constructors with work before, in and after the call of another one. */
public class Constructors {
    static class Base {
        final Object given;
        int count;
        Base(Object given) { this.given = given; count++; }
    }

    static class Above extends Base {
        int set;
        Above(boolean one, int n) {
            super(one ? new Base(new int[] {n}) : new Above(true, n + 1));
            set = n;
            count += n;
        }
        Above(int n) { this(n > 3, n); }
        protected void finalize() { set = 0; }
    }

    interface Shape { int area(); }

    public static void main(String[] args) throws Exception {
        int captured = args.length + 7;
        class Local extends Base implements Shape {
            int own = captured;
            Local() { super(null); own++; }
            public int area() { return own + captured; }
        }
        System.out.println(new Local().area() + " " + new Above(2).set + " " + new Above(5).count);
        Shape shape = new Shape() { int x = captured; public int area() { return x++ + x; } };
        System.out.println(shape.area());
        Thread thread = new Thread() { long y = captured; public void run() { y++; } };
        thread.start();
        thread.join();
    }
}
