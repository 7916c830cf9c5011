/** A functional interface that inherits two descriptors of its one method: the lambda has both. */
public class LambdaBridges {
    static class A {}

    interface Maker<T> {
        T make(T given);
    }

    interface OwnMaker {
        A make(A given);
    }

    interface NarrowMaker extends Maker<A>, OwnMaker {}

    static <T> T wide(Maker<T> maker, T given) {
        return maker.make(given);  // calls: lambda@25
    }

    static A narrow(OwnMaker maker, A given) {
        return maker.make(given);  // calls: lambda@25
    }

    public static void main(String[] args) {
        A a = new A();
        NarrowMaker maker = given -> given;
        see(narrow(maker, a));  // points to: A@24
        see(wide(maker, a));  // points to: A@24
    }

    static void see(Object o) {}
}
