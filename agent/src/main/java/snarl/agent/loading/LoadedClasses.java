package snarl.agent.loading;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The classes that were instrumented, by name and loader.
 *
 * <p>Guarded by its monitor: {@code java.util.concurrent} itself may be what is instrumented.
 *
 * @param <T> what is known of each
 */
public final class LoadedClasses<T extends LoadedClass> {
    private final Map<String, List<T>> byName = new HashMap<>();

    /** No classes yet. */
    public LoadedClasses() {}

    /**
     * Adds a class. The latest one of a loader and name counts: an earlier one failed to link.
     *
     * @param type the class
     */
    public synchronized void add(T type) {
        List<T> sameName = byName.get(type.name);
        if (sameName == null) {
            sameName = new ArrayList<>();
            byName.put(type.name, sameName);
        }
        sameName.add(0, type);
    }

    /**
     * What is known of a class.
     *
     * @param type the class
     * @return null if it was not instrumented
     */
    public T find(Class<?> type) {
        return type.isHidden() || type.isArray()
                ? null
                : of(type.getName(), type.getClassLoader());
    }

    private synchronized T of(String name, ClassLoader loader) {
        List<T> sameName = byName.get(name);
        if (sameName != null) {
            for (T type : sameName) {
                if (type.loader == loader) {
                    return type;
                }
            }
        }
        return null;
    }

    /**
     * What a name means to the classes of a loader: the class of the loader, else of one of its
     * parents, else whichever there is.
     *
     * @param name the name, with dots
     * @param from the loader
     * @return null if no class of this name was instrumented
     */
    public synchronized T find(String name, ClassLoader from) {
        for (ClassLoader loader = from; loader != null; loader = loader.getParent()) {
            T type = of(name, loader);
            if (type != null) {
                return type;
            }
        }
        List<T> sameName = byName.get(name);
        return sameName == null ? null : sameName.get(0);
    }
}
