/** Enum constants with bodies are classes of their own. */
public class EnumBodies {
    enum Operation {
        ADD {
            @Override
            Object apply(Object given) {
                return given;
            }
        },
        MAKE {
            @Override
            Object apply(Object given) {
                return new Object();
            }
        };

        abstract Object apply(Object given);
    }

    static class A {}

    public static void main(String[] args) {
        Object a = new A();
        see(Operation.ADD);  // points to: EnumBodies$Operation$1@4
        see(Operation.ADD.apply(a));  // points to: A@23; calls: EnumBodies$Operation$1.apply
        for (Operation operation : Operation.values()) {  // calls: Operation.values
            see(operation.apply(a));  // points to: A@23 Object@13; calls: EnumBodies$Operation$1.apply, EnumBodies$Operation$2.apply
        }
    }

    static void see(Object o) {}
}
