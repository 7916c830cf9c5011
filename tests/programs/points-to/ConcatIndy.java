/** String concatenation calls toString of what it is given (invokedynamic). */
public class ConcatIndy {
    static class A {
        @Override
        public String toString() {  // reached
            see(this);  // points to: A@46 C@51
            return "a";
        }
    }

    static class B {
        @Override
        public String toString() {  // unreached
            return "b";
        }
    }

    static class C extends A {
        @Override
        public String toString() {  // reached
            see(this);  // points to: C@51
            return super.toString();
        }
    }

    static class Chars implements CharSequence {
        public int length() {
            return 0;
        }

        public char charAt(int index) {
            return 'c';
        }

        public CharSequence subSequence(int from, int to) {
            return this;
        }

        @Override
        public String toString() {  // reached
            return "chars";
        }
    }

    public static void main(String[] args) {
        A a = new A();
        B b = new B();
        String text = "<" + a + '>' + args.length;
        text += b == null;
        see(text);  // points to exactly: String
        Object c = new C();
        text += c;
        CharSequence chars = new Chars();
        text = chars + text + 1L + null;
        see(text);  // points to exactly: String
    }

    static void see(Object o) {}
}
