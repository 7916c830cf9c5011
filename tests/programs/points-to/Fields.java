/** Fields are told apart by object and by class; a hidden field is another field. */
public class Fields {
    static class A {}

    static class B {}

    static class Base {
        Object field;
    }

    static class Derived extends Base {
        Object field;
    }

    public static void main(String[] args) {
        Base first = new Base();
        Derived second = new Derived();
        first.field = new A();
        second.field = new B();
        ((Base) second).field = new A();
        see(first.field);  // points to: A@18
        see(second.field);  // points to: B@19
        see(((Base) second).field);  // points to: A@20
        Base either = args.length == 0 ? first : second;
        see(either.field);  // points to: A@18 A@20
        see(new Base().field);  // points to: nothing
    }

    static void see(Object o) {}
}
