// alone: what it makes would call what the others name
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * A class that the program makes at run time. Who writes its bytes must name what it extends and what it
 * calls; what nobody names, it does not call.
 */
public class GeneratedClasses {
    public abstract static class Plan {
        public abstract Object run(Engine engine);

        public Object cost() {  // reached
            return null;
        }
    }

    /** Abstract too, but nothing that is made is cast to it. */
    public abstract static class Other {
        public abstract void act();
    }

    public static class Row {}

    public static class Engine {
        public Row scan(Plan by) {  // reached
            see(by);  // points to: Plan
            return new Row();
        }

        public void close() {  // unreached
            see(this);
        }
    }

    static class Loader extends ClassLoader {
        Class<?> define(byte[] bytes) {
            return defineClass(null, bytes, 0, bytes.length); // unresolved
        }
    }

    public static void main(String[] args) throws Exception {
        byte[] bytes = write("GeneratedClasses$Plan", "scan", "(LGeneratedClasses$Plan;)LGeneratedClasses$Row;");
        Object made = new Loader().define(bytes).getDeclaredConstructor().newInstance();
        Plan plan = (Plan) made;
        see(plan);  // points to: Plan
        see(plan.run(new Engine()));  // points to at least: Row@29
        plan.cost();
        Other.class.desiredAssertionStatus();
    }

    /** A class that extends another, with a method that calls one of the engine on itself. */
    static byte[] write(String above, String called, String descriptor) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(0xCAFEBABE);
        out.writeInt(52);
        out.writeShort(18);
        for (String text : new String[] {
            "Made", above, "<init>", "()V", "Code", "run",
            "(LGeneratedClasses$Engine;)Ljava/lang/Object;", "GeneratedClasses$Engine", called, descriptor
        }) {
            out.writeByte(1);
            out.writeUTF(text);
        }
        constant(out, 7, 1);
        constant(out, 7, 2);
        constant(out, 7, 8);
        constant(out, 12, 3, 4);
        constant(out, 10, 12, 14);
        constant(out, 12, 9, 10);
        constant(out, 10, 13, 16);
        for (int number : new int[] {0x21, 11, 12, 0, 0, 2}) {
            out.writeShort(number);
        }
        method(out, 3, 4, 1, 1, 0x2A, 0xB7, 0, 15, 0xB1);
        method(out, 6, 7, 2, 2, 0x2B, 0x2A, 0xB6, 0, 17, 0xB0);
        out.writeShort(0);
        return bytes.toByteArray();
    }

    static void constant(DataOutputStream out, int tag, int... parts) throws IOException {
        out.writeByte(tag);
        for (int part : parts) {
            out.writeShort(part);
        }
    }

    static void method(DataOutputStream out, int name, int type, int stack, int locals, int... code)
            throws IOException {
        for (int number : new int[] {1, name, type, 1, 5}) {
            out.writeShort(number);
        }
        out.writeInt(12 + code.length);
        out.writeShort(stack);
        out.writeShort(locals);
        out.writeInt(code.length);
        for (int each : code) {
            out.writeByte(each);
        }
        out.writeInt(0);
    }

    static void see(Object o) {}
}
