import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Arrays made by reflection: Array.newInstance, Arrays.copyOf, toArray. */
public class ReflectArray {
    static class A {}

    public static void main(String[] args) {
        A a = new A();
        Object[] made = (Object[]) Array.newInstance(A.class, 2);
        made[0] = a;
        see(made[0]);  // points to: A@11
        Array.set(made, 1, a);
        see(Array.get(made, 1));  // points to: A@11
        A[] copied = Arrays.copyOf(new A[] {a}, 5);
        see(copied[0]);  // points to: A@11
        List<A> list = new ArrayList<>();
        list.add(a);
        A[] listed = list.toArray(new A[0]);
        see(listed[0]);  // points to: A@11
    }

    static void see(Object o) {}
}
