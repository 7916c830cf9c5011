/** super.method means the method above, not the receiver's own. */
public class SuperCalls {
    static class Top {
        Object name() {  // reached
            return new Object();
        }
    }

    static class Middle extends Top {}

    static class Bottom extends Middle {
        @Override
        Object name() {  // reached
            return super.name();  // calls: Top.name
        }

        Object outside() {
            return super.name();  // calls: Top.name
        }
    }

    static class Lowest extends Bottom {
        @Override
        Object name() {  // unreached
            return null;
        }
    }

    public static void main(String[] args) {
        see(new Bottom().name());  // points to: Object@5; calls: Bottom.<init>, Bottom.name
        see(new Lowest().outside());  // points to: Object@5; calls: Lowest.<init>, Bottom.outside
    }

    static void see(Object o) {}
}
