/** A constructor that sets fields before there is an object. */
public class BeforeSuper {
    static class Base {
        int seen;
        Base() { seen = value(); }
        int value() { return 1; }
    }

    static class Early extends Base {
        int set;
        final int fixed;
        Early(int n) {
            if (n < 0) {
                throw new IllegalArgumentException();
            }
            set = n;
            if (n > 5) {
                fixed = n;
            } else {
                fixed = new Early(n + 5).fixed;
            }
            super();
            set++;
        }
        int value() { return set + fixed; }
    }

    public static void main(String[] args) {
        System.out.println(new Early(3).seen + " " + new Early(7).set);
    }
}
