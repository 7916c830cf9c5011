import java.io.IOException;
import java.io.InputStream;

/** One class, loaded twice by loaders of the program's own: one takes turns, the other does not. */
public class Loaders {
    /** Loads {@link Twice} itself, everything else above it. */
    private static class Own extends ClassLoader {
        Own() {
            super(Loaders.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals("Loaders$Twice")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                return known != null ? known : define(name);
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream file = getParent().getResourceAsStream(name + ".class")) {
                byte[] bytes = file.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException problem) {
                throw new ClassNotFoundException(name, problem);
            }
        }
    }

    private static class Parallel extends Own {
        static {
            registerAsParallelCapable();
        }
    }

    /** What is loaded twice. */
    public static class Twice implements Runnable {
        private static int ordered;
        private static int racy;

        @Override
        public void run() {
            synchronized (Twice.class) {
                ordered++;
            }
            racy++;
        }
    }

    public static void main(String[] args) throws Exception {
        Own[] loaders = {new Own(), new Parallel()};
        Class<?>[] types = new Class<?>[4];
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> types[number] = run(loaders[number % 2]));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println((types[0] == types[2]) + " " + (types[0] != types[1]));
    }

    private static Class<?> run(Own loader) {
        try {
            Class<?> type = loader.loadClass("Loaders$Twice");
            for (int i = 0; i < 100; i++) {
                ((Runnable) type.getConstructor().newInstance()).run();
            }
            return type;
        } catch (ReflectiveOperationException problem) {
            throw new AssertionError(problem);
        }
    }
}
