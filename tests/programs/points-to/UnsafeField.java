import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** sun.misc.Unsafe: an offset stands for the field it was asked for. */
public class UnsafeField {
    static final Unsafe UNSAFE;
    static final long LEFT;
    static final long RIGHT;

    static class Node {
        volatile Object left;
        volatile Object right;
    }

    static {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            UNSAFE = (Unsafe) field.get(null);
            LEFT = UNSAFE.objectFieldOffset(Node.class.getDeclaredField("left"));
            RIGHT = UNSAFE.objectFieldOffset(Node.class.getDeclaredField("right"));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static class A {}

    static class B {}

    public static void main(String[] args) {
        Node node = new Node();
        UNSAFE.putObjectVolatile(node, LEFT, new A());  // accesses: Node.left putObjectVolatile
        UNSAFE.compareAndSwapObject(node, RIGHT, null, new B());  // accesses: Node.right compareAndSwapObject
        see(node.left);  // points to: A@33
        see(node.right);  // points to: B@34
        see(UNSAFE.getObject(node, RIGHT));  // points to: B@34; accesses: Node.right getObject
    }

    static void see(Object o) {}
}
