/** As Scala's compiler makes lazy values of an object inside another one: its constructor is public, and nobody calls it. */
public final class OpenObjectOfScala {
    public static final class Colours$ {
        public static final Colours$ MODULE$ = new Colours$();
        private static String black;
        private static volatile int bitmap$0;

        public Colours$() {}

        private String computeOk() {
            synchronized (this) {
                if ((bitmap$0 & 1) == 0) {
                    black = String.valueOf(System.nanoTime());
                    bitmap$0 |= 1;
                }
            }
            return black;
        }

        public String black() {
            return (bitmap$0 & 1) == 0 ? computeOk() : black;
        }
    }

    /** Anybody can make another one, with another monitor. */
    public static final class Shades {
        public static final Shades FIRST = new Shades();
        private static String dark;
        private static volatile int bits;

        public Shades() {}

        private String computeBad() {
            synchronized (this) {
                if ((bits & 1) == 0) {
                    dark = String.valueOf(System.nanoTime());  // expect: data-race OpenObjectOfScala$Shades.dark
                    bits |= 1;
                }
            }
            return dark;
        }

        public String dark() {
            return (bits & 1) == 0 ? computeBad() : dark;
        }
    }
}
