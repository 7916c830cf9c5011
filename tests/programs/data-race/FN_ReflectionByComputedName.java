import java.lang.reflect.Field;

/** A field that one thread writes by reflection, by a name that is known at run time only. */
public class FN_ReflectionByComputedName {
    int value;

    void setBad(String name) {
        try {
            Field field = FN_ReflectionByComputedName.class.getDeclaredField(name);
            field.setInt(this, 1);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) {
        FN_ReflectionByComputedName shared = new FN_ReflectionByComputedName();
        String name = args.length == 0 ? new StringBuilder("eulav").reverse().toString() : args[0];
        new Thread(() -> shared.setBad(name)).start();
        System.out.println(shared.value);  // expect: data-race FN_ReflectionByComputedName.value
    }
}
