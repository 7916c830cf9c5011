package snarl.agent.record;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** All classes, methods, calls and allocations that were instrumented. */
final class Registry {
    final Ids<MethodRecord> methods = new Ids<>(new MethodRecord[0]);
    final Ids<CallSite> sites = new Ids<>(new CallSite[0]);
    final Ids<Allocation> allocations = new Ids<>(new Allocation[0]);

    private final Map<String, List<ClassRecord>> classes = new ConcurrentHashMap<>();

    /**
     * The latest class of a loader and name is the one that counts: an earlier one failed to link.
     */
    void add(ClassRecord type) {
        List<ClassRecord> none = new CopyOnWriteArrayList<>();
        List<ClassRecord> sameName = classes.putIfAbsent(type.name, none);
        (sameName == null ? none : sameName).add(0, type);
    }

    /** The record of a class, or null if it was not instrumented. */
    ClassRecord find(Class<?> type) {
        if (type.isHidden() || type.isArray()) {
            return null;
        }
        List<ClassRecord> sameName = classes.get(type.getName());
        if (sameName != null) {
            for (ClassRecord record : sameName) {
                if (record.loader == type.getClassLoader()) {
                    return record;
                }
            }
        }
        return null;
    }

    /**
     * The record of what a name means to the classes of a loader, or null: that of the loader, else
     * of one of its parents, else of whichever there is.
     */
    ClassRecord find(String name, ClassLoader from) {
        List<ClassRecord> sameName = classes.get(name);
        if (sameName == null) {
            return null;
        }
        for (ClassLoader loader = from; loader != null; loader = loader.getParent()) {
            for (ClassRecord record : sameName) {
                if (record.loader == loader) {
                    return record;
                }
            }
        }
        return sameName.get(0);
    }
}
