import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What happens between a call and its callee: exceptions, static initializers, callbacks. */
public class Odd {
    public static void main(String[] args) throws Exception { // jdk -> callback Odd.main
        exceptions(); // -> call Odd.exceptions
        initializers(); // -> call Odd.initializers
        callbacks(); // -> call Odd.callbacks
        loading(); // -> call Odd.loading
        deep(); // -> call Odd.deep
        Runtime.getRuntime().addShutdownHook(new AtEnd()); // -> call java.lang.Runtime.getRuntime, new Odd$AtEnd, call Odd$AtEnd.<init>, call java.lang.Runtime.addShutdownHook
        throw new IllegalStateException("uncaught"); // -> new java.lang.IllegalStateException, call java.lang.IllegalStateException.<init>
    }

    static class AtEnd extends Thread { // -> call java.lang.Thread.<init>
        @Override
        public void run() { // jdk -> callback Odd$AtEnd.run
            late(); // -> call Odd.late
        }
    }

    static void late() {
        System.out.println("late"); // -> call java.io.PrintStream.println
    }

    static int fails(int depth) {
        if (depth == 0) {
            throw new ArithmeticException(); // -> new java.lang.ArithmeticException, call java.lang.ArithmeticException.<init>
        }
        return fails(depth - 1); // -> call Odd.fails
    }

    static int takes(int a, int b) {
        return a + b;
    }

    static void exceptions() {
        for (int depth = 0; depth < 2; depth++) {
            try {
                takes(1, fails(depth)); // -> call Odd.fails
            } catch (ArithmeticException expected) {
                handles(); // -> call Odd.handles
            }
        }
        try {
            takes(1, Integer.parseInt("no")); // -> call java.lang.Integer.parseInt
        } catch (NumberFormatException expected) {
            handles(); // -> call Odd.handles
        } finally {
            handles(); // -> call Odd.handles
        }
        try {
            Object o = "text";
            ((Odd) o).never();
        } catch (ClassCastException expected) {
            handles(); // -> call Odd.handles
        }
    }

    void never() {}

    static void handles() {}

    static class Base { // -> call java.lang.Object.<init>
        static int value = compute(); // -> call Odd.compute

        static void touch() {}
    }

    static class Derived extends Base { // -> call Odd$Base.<init>
        static {
            handles(); // -> call Odd.handles
        }

        static int twice(int a) {
            return 2 * a;
        }
    }

    static class Lazy {
        static int value = compute(); // -> call Odd.compute
    }

    static class Failing {
        static int value = fails(0); // -> call Odd.fails

        static void call() {}
    }

    static class Named {
        static int value = compute(); // -> call Odd.compute
    }

    static int compute() {
        return 1;
    }

    static void initializers() throws Exception {
        Derived.twice(3); // -> class-init Odd$Base.<clinit>, class-init Odd$Derived.<clinit>, call Odd$Derived.twice
        new Derived(); // -> new Odd$Derived, call Odd$Derived.<init>
        Derived.touch(); // -> call Odd$Base.touch
        int read = Lazy.value; // -> class-init Odd$Lazy.<clinit>
        for (int i = 0; i < 2; i++) {
            try {
                Failing.call(); // -> class-init Odd$Failing.<clinit>
            } catch (LinkageError expected) {
                handles(); // -> call Odd.handles
            }
        }
        Class.forName("Odd$Named"); // -> call java.lang.Class.forName, class-init Odd$Named.<clinit>
    }

    static class Item implements Comparable<Item> { // jdk -> callback Odd$Item.compareTo // -> call java.lang.Object.<init>, call Odd$Item.compareTo
        @Override
        public int compareTo(Item other) {
            return rank() - other.rank(); // -> call Odd$Item.rank
        }

        int rank() {
            return 1;
        }

        @Override
        public String toString() { // jdk -> callback Odd$Item.toString
            return "item";
        }
    }

    static void callbacks() {
        List<Item> items = new ArrayList<>(); // -> new java.util.ArrayList, call java.util.ArrayList.<init>
        for (int i = 0; i < 3; i++) {
            items.add(new Item()); // -> new Odd$Item, call Odd$Item.<init>, call java.util.ArrayList.add
        }
        Collections.sort(items); // -> call java.util.Collections.sort
        items.get(0).compareTo(items.get(1)); // -> call java.util.ArrayList.get, call Odd$Item.compareTo
        items.toString(); // -> call java.util.AbstractCollection.toString
        System.out.println(items.get(0)); // -> call java.util.ArrayList.get, call java.io.PrintStream.println
    }

    /** A loader of the program's own, which the JVM asks between a call and its callee. */
    static class Loader extends ClassLoader {
        Loader() {
            super(Loader.class.getClassLoader()); // -> call java.lang.Class.getClassLoader, call java.lang.ClassLoader.<init>
        }

        @Override
        public Class<?> loadClass(String name) throws ClassNotFoundException { // jdk -> callback Odd$Loader.loadClass
            if (!name.startsWith("Odd$Foreign")) { // -> call java.lang.String.startsWith
                return super.loadClass(name); // -> call java.lang.ClassLoader.loadClass
            }
            Class<?> loaded = findLoadedClass(name); // -> call java.lang.ClassLoader.findLoadedClass
            if (loaded != null) {
                return loaded;
            }
            try (var in = getResourceAsStream(name + ".class")) { // -> call java.lang.ClassLoader.getResourceAsStream
                byte[] bytes = in.readAllBytes(); // -> call java.io.InputStream.readAllBytes
                return defineClass(name, bytes, 0, bytes.length); // -> call java.lang.ClassLoader.defineClass
            } catch (java.io.IOException impossible) { // -> call java.io.BufferedInputStream.close
                throw new ClassNotFoundException(name);
            }
        }
    }

    public static class Foreign implements Runnable { // -> call java.lang.Object.<init>
        public void run() {
            ForeignToo.help(); // -> callback Odd$Loader.loadClass, call Odd$ForeignToo.help
        }
    }

    static class ForeignToo {
        static void help() {}
    }

    static void loading() throws Exception {
        Class<?> foreign = new Loader().loadClass("Odd$Foreign"); // -> new Odd$Loader, call Odd$Loader.<init>, call Odd$Loader.loadClass
        Runnable runnable = (Runnable) foreign.getConstructor().newInstance(); // -> new [Ljava.lang.Class;, call java.lang.Class.getConstructor, new [Ljava.lang.Object;, call java.lang.reflect.Constructor.newInstance, reflective Odd$Foreign.<init>
        runnable.run(); // -> call Odd$Foreign.run
    }

    static int depth;

    static void dive() {
        depth++;
        dive(); // -> call Odd.dive
    }

    static void deep() {
        try {
            dive(); // -> call Odd.dive
        } catch (StackOverflowError expected) {
            handles(); // -> call Odd.handles
        }
    }
}
