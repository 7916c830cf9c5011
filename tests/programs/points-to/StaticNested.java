/** Static nested classes, private members across nests, static fields of several classes. */
public class StaticNested {
    private static Object shared;

    static class Keeper {
        private static Object kept;
        private Object own;

        private static Object secret(Object given) {  // reached
            return given;
        }

        static class Deeper {
            static Object get() {
                return kept;
            }
        }
    }

    static class A {}

    static class B {}

    static class C {}

    public static void main(String[] args) {
        shared = new A();
        Keeper.kept = new B();
        Keeper keeper = new Keeper();
        keeper.own = Keeper.secret(new C());  // calls: C.<init>, Keeper.secret
        see(shared);  // points to: A@27
        see(Keeper.Deeper.get());  // points to: B@28; calls: Deeper.get
        see(keeper.own);  // points to: C@30
    }

    static void see(Object o) {}
}
