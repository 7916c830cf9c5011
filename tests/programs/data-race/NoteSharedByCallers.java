import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A thread calls whatever method a caller has named, which may mean any: that makes nothing a class for threads, and
 * callers who share a builder do not make it sure. What the thread surely changes beside callers is another thing.
 */
public class NoteSharedByCallers {
    private static final ScheduledExecutorService POOL = Executors.newScheduledThreadPool(1);
    private volatile Object last;
    private int asked;

    public void watch(Object object, String name) throws NoSuchMethodException {
        Method method = object.getClass().getMethod(name);
        POOL.scheduleAtFixedRate(() -> askBad(object, method), 1, 1, TimeUnit.SECONDS);
    }

    private void askBad(Object object, Method method) {
        try {
            last = method.invoke(object);
        } catch (IllegalAccessException | InvocationTargetException e) {
            last = e;
        }
        asked++;  // expect: data-race NoteSharedByCallers.asked
    }

    public String show() {
        return asked + " " + last;
    }

    public static final class One {
        private int size;

        public void addBad() {
            size++;  // expect: data-race NoteSharedByCallers$One.size (note)
        }
    }

    public static final class Two {
        private int size;

        public void addBad() {
            size++;  // expect: data-race NoteSharedByCallers$Two.size (note)
        }
    }

    public static final class Three {
        private int size;

        public void addBad() {
            size++;  // expect: data-race NoteSharedByCallers$Three.size (note)
        }
    }

    public static final class Four {
        private int size;

        public void addBad() {
            size++;  // expect: data-race NoteSharedByCallers$Four.size (note)
        }
    }

    public static final class Five {
        private int size;

        public void addBad() {
            size++;  // expect: data-race NoteSharedByCallers$Five.size (note)
        }
    }
}
