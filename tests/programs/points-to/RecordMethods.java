/** The methods that a record gets for free call those of its components. */
public class RecordMethods {
    static class A {
        @Override
        public boolean equals(Object other) {  // reached
            see(this);  // points to: A@53; points to (ci): A@53 A@54
            see(other);  // points to: A@54; points to (ci): A@53 A@54
            return true;
        }

        @Override
        public int hashCode() {  // reached
            see(this);  // points to: A@53; points to (ci): A@53 A@54
            return 1;
        }

        @Override
        public String toString() {  // reached
            see(this);  // points to: A@53; points to (ci): A@53 A@54
            return "a";
        }
    }

    static class B {
        @Override
        public boolean equals(Object other) {  // reached
            return true;
        }

        @Override
        public int hashCode() {  // unreached
            return 1;
        }

        @Override
        public String toString() {  // unreached
            return "b";
        }
    }

    record Full(A a, int number) {}

    record Compared(B b) {}

    record Own(A a) {
        @Override
        public String toString() {  // reached
            return "own";
        }
    }

    public static void main(String[] args) {
        Full full = new Full(new A(), 1);
        Full other = new Full(new A(), 1);
        Object same = new Compared(new B());
        see(full.equals(other));  // calls: Full.equals
        full.hashCode();  // calls: Full.hashCode
        see(full.toString());  // points to exactly: String; calls: Full.toString
        same.equals(new Compared(null));  // calls: Compared.equals, Compared.<init>
        new Own(null).toString();  // calls: Own.<init>, Own.toString
    }

    static void see(Object o) {}
}
