import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/** Methods that are found and called by reflection: private ones cannot be, so that their callers' lock counts. */
public class ReflectionOfHandlers {
    private int locked;
    private int free;

    public synchronized void addOk() {
        add();
    }

    private void add() {
        locked++;
    }

    public void countBad() {
        free++; // expect: data-race ReflectionOfHandlers.free
    }

    static void callAll(Object target) {
        for (Method method : target.getClass().getDeclaredMethods()) {
            if (Modifier.isPublic(method.getModifiers()) && method.getParameterCount() == 0) {
                try {
                    method.invoke(target);
                } catch (ReflectiveOperationException refused) {
                    throw new IllegalStateException(refused);
                }
            }
        }
    }

    public static void main(String[] args) {
        ReflectionOfHandlers shared = new ReflectionOfHandlers();
        new Thread(() -> callAll(shared)).start();
        callAll(shared);
    }
}
