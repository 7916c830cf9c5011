package snarl.agent.accesses;

/**
 * What hooks do for fields of the program, and for the classes that static ones belong to.
 *
 * <p>A volatile field synchronizes, a final one publishes, any other one is a location.
 */
final class FieldEvents {
    private final History history;
    private final Registry registry;

    FieldEvents(History history, Registry registry) {
        this.history = history;
        this.registry = registry;
    }

    // Fields of objects

    void onField(Object object, int id) {
        ThreadState thread = history.enter(object);
        if (thread == null) {
            return;
        }
        try {
            Site site = registry.sites.get(id);
            FieldRecord field = resolve(site, object.getClass());
            if (field == FieldRecord.FOREIGN) {
                return;
            }
            if (field.isVolatile()) {
                useVolatile(thread, site, field, object);
            } else if (!field.isFinal()) {
                history.access(thread, object, field.id, site, site.isWrite, field);
            } else if (!site.isWrite) {
                history.acquire(thread, object, Shadow.FREEZE);
            }
        } finally {
            thread.isInside = false;
        }
    }

    /** A write is told before it happens; a read is done when {@link #onLoaded} is called. */
    private void useVolatile(ThreadState thread, Site site, FieldRecord field, Object object) {
        if (site.isWrite) {
            history.release(thread, object, field.id);
            history.release(thread, object, Shadow.ANY);
        } else {
            thread.reading = field;
            thread.readFrom = object;
        }
    }

    void onLoaded() {
        ThreadState thread = history.threads.find(Thread.currentThread());
        if (thread == null || thread.reading == null || (thread = history.enter()) == null) {
            return;
        }
        try {
            readVolatile(thread, thread.reading, thread.readFrom);
            thread.reading = null;
            thread.readFrom = null;
        } finally {
            thread.isInside = false;
        }
    }

    private void readVolatile(ThreadState thread, FieldRecord field, Object object) {
        history.acquire(thread, object, field.id);
        history.acquire(thread, object, Shadow.HANDLE);
    }

    // Static fields

    void onStoresStatic(int id) {
        ThreadState thread = history.enter();
        if (thread == null) {
            return;
        }
        try {
            Site site = registry.sites.get(id);
            FieldRecord field = resolveStatic(site);
            if (field.isVolatile()) {
                useVolatile(thread, site, field, field.owner.mirror());
            }
        } finally {
            thread.isInside = false;
        }
    }

    void onStaticField(int id) {
        ThreadState thread = history.enter();
        if (thread == null) {
            return;
        }
        try {
            Site site = registry.sites.get(id);
            FieldRecord field = resolveStatic(site);
            if (field == FieldRecord.FOREIGN) {
                return;
            }
            learnInitialized(thread, field.owner);
            if (!field.isVolatile()) {
                if (!field.isFinal()) {
                    history.access(thread, field, field.id, site, site.isWrite, field);
                }
            } else if (!site.isWrite) {
                readVolatile(thread, field, field.owner.mirror());
            }
        } finally {
            thread.isInside = false;
        }
    }

    // Which field it is

    /** The field that a site uses of an object. */
    FieldRecord resolve(Site site, Class<?> receiver) {
        if (site.field != null) {
            return site.field;
        }
        Class<?> type = receiver;
        while (type != null && !type.getName().equals(site.owner)) {
            type = type.getSuperclass();
        }
        return remember(site, type == null ? null : registry.classes.find(type));
    }

    /** The class may not be loaded yet, though the instruction is about to load it. */
    FieldRecord resolveStatic(Site site) {
        if (site.field != null) {
            return site.field;
        }
        try {
            Class<?> type = Class.forName(site.owner, false, site.type.loader);
            return remember(site, registry.classes.find(type));
        } catch (ClassNotFoundException | LinkageError problem) {
            return FieldRecord.FOREIGN;
        }
    }

    private FieldRecord remember(Site site, TypeRecord type) {
        FieldRecord field = type == null ? null : registry.field(type, site.member);
        site.field = field == null ? FieldRecord.FOREIGN : field;
        return site.field;
    }

    // Classes that are initialized

    void onInitializes(int id) {
        ThreadState thread = history.enter();
        if (thread == null) {
            return;
        }
        try {
            TypeRecord type = registry.types.get(id);
            history.release(thread, type, Shadow.INITIALIZED);
            type.isInitialized = true;
        } finally {
            thread.isInside = false;
        }
    }

    void onInitialized(int id) {
        ThreadState thread = history.enter();
        if (thread == null) {
            return;
        }
        try {
            learnInitialized(thread, registry.types.get(id));
        } finally {
            thread.isInside = false;
        }
    }

    /** Whoever uses a class that is initialized knows what the initializer did. */
    void learnInitialized(ThreadState thread, TypeRecord type) {
        if (!type.isInitialized || thread.knowsInitialized(type.id)) {
            return;
        }
        thread.setInitialized(type.id);
        history.acquire(thread, type, Shadow.INITIALIZED);
        history.learntByAll(type);
    }
}
