// javac: -XDstringConcat=inline

/** String concatenation calls toString of what it is given (StringBuilder). */
public class ConcatInline {
    static class A {
        @Override
        public String toString() {  // reached
            see(this);  // points to: A@21
            return "a";
        }
    }

    static class B {
        @Override
        public String toString() {  // unreached
            return "b";
        }
    }

    public static void main(String[] args) {
        A a = new A();
        B b = new B();
        String text = "<" + a + '>' + args.length;
        text += b == null;
        see(text);  // points to exactly: String
    }

    static void see(Object o) {}
}
