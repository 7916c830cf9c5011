/** Default, static and private methods of interfaces; the most specific default wins. */
public class InterfaceMethods {
    interface Top {
        default Object name() {  // unreached
            return "top";
        }

        default Object other() {  // reached
            return helper();
        }

        private Object helper() {  // reached
            return this;
        }

        static Object make() {  // reached
            return new Object();
        }
    }

    interface Left extends Top {
        @Override
        default Object name() {  // reached
            return new Object();
        }
    }

    interface Right extends Top {}

    static class Both implements Left, Right {}

    static class Own implements Top {
        @Override
        public Object name() {  // reached
            return this;
        }
    }

    static class Explicit implements Left {
        @Override
        public Object name() {  // reached
            return Left.super.name();  // calls: Left.name
        }
    }

    static class Parent {
        public Object name() {  // reached
            return new Object();
        }
    }

    static class ClassWins extends Parent implements Left {}

    public static void main(String[] args) {
        Top both = new Both();
        see(both.name());  // points to: Object@24; calls: Left.name
        see(both.other());  // points to: Both@55; calls: Top.other
        see(Top.make());  // points to: Object@17; calls: Top.make
        Top own = new Own();
        see(own.name());  // points to: Own@59; calls: Own.name
        see(new Explicit().name());  // points to: Object@24
        Left wins = new ClassWins();
        see(wins.name());  // points to: Object@48; calls: Parent.name
    }

    static void see(Object o) {}
}
