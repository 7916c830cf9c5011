package reality;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/** Runs main methods one after the other; the programs report what they give to see. */
public class Reality {
    private static final StackWalker WALKER = StackWalker.getInstance();

    public static void main(String[] names) {
        for (String name : names) {
            try {
                run(Class.forName(name));
            } catch (InvocationTargetException e) {
                System.err.println(name + " failed");
                e.getCause().printStackTrace();
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }
    }

    private static void run(Class<?> main) throws ReflectiveOperationException {
        Method method = mainOf(main);
        method.setAccessible(true);
        Object receiver = null;
        if (!Modifier.isStatic(method.getModifiers())) {
            Constructor<?> constructor = main.getDeclaredConstructor();
            constructor.setAccessible(true);
            receiver = constructor.newInstance();
        }
        Object[] arguments = method.getParameterCount() == 0 ? null : new Object[] {new String[0]};
        method.invoke(receiver, arguments);
    }

    private static Method mainOf(Class<?> type) throws NoSuchMethodException {
        try {
            return type.getDeclaredMethod("main", String[].class);
        } catch (NoSuchMethodException e) {
            return type.getDeclaredMethod("main");
        }
    }

    /** Called by see: its caller's line and the object's class. */
    public static void report(Object object) {
        if (object == null) {
            return;
        }
        WALKER.walk(frames -> {
            StackWalker.StackFrame frame = frames.skip(2).findFirst().orElseThrow();
            String program = frame.getFileName().replace(".java", "");
            String row = String.join(
                    "\t", "seen", program, Integer.toString(frame.getLineNumber()), name(object));
            synchronized (WALKER) {
                System.out.println(row);
            }
            return row;
        });
    }

    private static String name(Object object) {
        return object.getClass().isArray()
                ? object.getClass().getTypeName()
                : object.getClass().getName();
    }
}
