package snarl.agent.accesses;

import java.lang.reflect.Array;
import snarl.agent.loading.Jdk;

/** What hooks do for elements of arrays and for containers of the JDK. */
final class ContainerEvents {
    private static final int MOST_ELEMENTS = 256;

    private final History history;
    private final Registry registry;
    private final Containers containers;
    private final Jdk jdk;

    ContainerEvents(History history, Registry registry, Containers containers, Jdk jdk) {
        this.history = history;
        this.registry = registry;
        this.containers = containers;
        this.jdk = jdk;
    }

    void onElement(Object array, int index, int id) {
        ThreadState thread = history.enter(array);
        if (thread == null) {
            return;
        }
        try {
            if (index >= 0 && index < Array.getLength(array)) {
                Site site = registry.sites.get(id);
                history.access(thread, array, index, site, site.isWrite, array.getClass());
            }
        } finally {
            thread.isInside = false;
        }
    }

    void onElements(Object array, int from, int count, int id) {
        if (array == null || from < 0 || !array.getClass().isArray()) {
            return;
        }
        ThreadState thread = history.enter();
        if (thread == null) {
            return;
        }
        try {
            Site site = registry.sites.get(id);
            int length = Array.getLength(array) - from;
            int size = Math.min(count < 0 ? length : Math.min(count, length), MOST_ELEMENTS);
            for (int i = 0; i < size; i++) {
                history.access(thread, array, from + i, site, site.isWrite, array.getClass());
            }
        } finally {
            thread.isInside = false;
        }
    }

    void onContainer(Object receiver, int id) {
        ThreadState thread = history.enter(receiver);
        if (thread == null) {
            return;
        }
        try {
            Site site = registry.sites.get(id);
            Containers.Use use = use(site, receiver.getClass());
            if (!use.isAccess()) {
                return;
            }
            if (use.isLocked()) {
                thread.aboutToLock = receiver;
                thread.lockingSite = site;
            } else {
                access(thread, receiver, site, use);
            }
        } finally {
            thread.isInside = false;
        }
    }

    /** A container that takes its own monitor when it is called is accessed while it holds it. */
    void accessLocked(ThreadState thread, Object monitor) {
        if (thread.aboutToLock != monitor) {
            return;
        }
        thread.aboutToLock = null;
        Site site = thread.lockingSite;
        access(thread, monitor, site, use(site, monitor.getClass()));
    }

    private Containers.Use use(Site site, Class<?> type) {
        Containers.Use use = site.use;
        if (use == null || use.receiver() != type) {
            use = containers.use(type, site.member, registry, jdk);
            site.use = use;
        }
        return use;
    }

    private void access(ThreadState thread, Object container, Site site, Containers.Use use) {
        Class<?> type = use.receiver();
        history.access(thread, container, Shadow.CONTAINER, site, use.isWrite(), type);
    }

    /** Loads what hooks need, before code calls them that is needed to load it. */
    void warmUp() {
        containers.use(Object.class, "", registry, jdk);
    }
}
