import java.lang.reflect.Field;

/** A field that one thread writes by reflection, by a name that is known at run time only. */
public class ReflectionByComputedName {
    int value;

    void setBad(String name) {
        try {
            Field field = ReflectionByComputedName.class.getDeclaredField(name);
            field.setInt(this, 1);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) {
        ReflectionByComputedName shared = new ReflectionByComputedName();
        String name = args.length == 0 ? new StringBuilder("eulav").reverse().toString() : args[0];
        new Thread(() -> shared.setBad(name)).start();
        System.out.println(shared.value);  // expect: data-race ReflectionByComputedName.value
    }
}
