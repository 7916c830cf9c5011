import java.lang.reflect.Field;

/** A field that one thread writes by reflection, by a constant name. */
public class ReflectiveAccess {
    int value;

    void setByNameBad() {
        try {
            Field field = ReflectiveAccess.class.getDeclaredField("value");
            field.setInt(this, 1);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) {
        ReflectiveAccess shared = new ReflectiveAccess();
        new Thread(shared::setByNameBad).start();
        System.out.println(shared.value);  // expect: data-race ReflectiveAccess.value
    }
}
