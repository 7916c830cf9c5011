// context: auto

/** What gives back an argument gives each caller its own, however many callers there are. */
public class ContextGivenBack {
    static class A {}

    static class B {}

    static class C {}

    private static Object kept = new C();

    static <T> T checked(T given, String name) {
        if (given == null) {
            throw new NullPointerException(name);
        }
        return given;
    }

    static Object checkedOrKept(Object given) {
        return given == null ? kept : given;
    }

    static Object lastKept(Object given) {
        Object before = kept;
        kept = given;
        return before;
    }

    static class Chain {
        Object held;

        Chain with(Object given) {
            held = given;
            return this;
        }
    }

    static class LongChain extends Chain {
        @Override
        Chain with(Object given) {
            return super.with(given);
        }
    }

    static class Other extends Chain {
        @Override
        Chain with(Object given) {
            return new Chain();
        }
    }

    static Chain some(int number) {
        return number > 0 ? new Chain() : new Other();
    }

    public static void main(String[] args) {
        see(checked(new A(), "a"));  // points to: A@58
        see(checked(new B(), "b"));  // points to: B@59
        see(checked(args.length > 0 ? new A() : new B(), "c"));  // points to: A@60 B@60
        see(checkedOrKept(new A()));  // points to: A@61 A@63 B@62 C@11
        see(checkedOrKept(new B()));  // points to: A@61 A@63 B@62 C@11
        see(lastKept(new A()));  // points to: A@63 C@11
        see(new Chain().with(new A()).with(new B()));  // points to: Chain@64
        see(new Chain().with(new B()));  // points to: Chain@65
        see(new LongChain().with(new B()));  // points to: LongChain@66
        see(some(args.length).with(args));  // points to: Chain@49 Chain@54
        seeOthers();
    }

    static <T> T checkedTwice(String name, T given) {
        return checked(checked(given, name), name);
    }

    static Object checkedOrMade(Object given, boolean isMade) {
        return isMade ? new C() : checked(given, "given");
    }

    static final class Sink {
        Object held;

        Sink put(Object given) {
            held = given;
            return this;
        }

        Sink putAll(Object one, Object two) {
            put(one);
            return put(two);
        }
    }

    static void seeOthers() {
        see(checkedTwice("a", new A()));  // points to: A@94
        see(checkedTwice("b", new B()));  // points to: B@95
        see(checkedOrMade(new A(), false));  // points to: A@96 B@97 C@76
        see(checkedOrMade(new B(), false));  // points to: A@96 B@97 C@76
        see(new Sink().putAll(new A(), new A()));  // points to: Sink@98
    }

    static void see(Object o) {}
}
