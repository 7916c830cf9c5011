package snarl.agent.record;

import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import snarl.agent.loading.Jdk;
import snarl.runtime.SnarlHooks;

/**
 * What hooks do while a run is recorded.
 *
 * <p>A call is announced in its thread, an entry takes the announcement. If the announced target
 * was seen to enter this method before, that was all. Else the stack tells who called. What is new
 * goes into queues, from which {@link RecordingWriter} takes it.
 */
final class Recorder extends SnarlHooks {
    final Queue<Target> newTargets = new ConcurrentLinkedQueue<>();
    final Queue<Edge> newEdges = new ConcurrentLinkedQueue<>();
    final Queue<Reflection> newReflections = new ConcurrentLinkedQueue<>();
    final Queue<Allocation> newAllocations = new ConcurrentLinkedQueue<>();
    /** What functions are, by the class that the JVM made for them. */
    final Map<Class<?>, Function> functions = new ConcurrentHashMap<>();

    private final Registry registry;
    private final StackReader stack;
    private final int walks;
    private final Spawns spawns = new Spawns();
    private final Set<Edge> edges = ConcurrentHashMap.newKeySet();
    private final Set<Reflection> reflections = ConcurrentHashMap.newKeySet();
    private final ThreadLocal<ThreadState> threads =
            new ThreadLocal<>() {
                @Override
                protected ThreadState initialValue() {
                    return new ThreadState();
                }
            };
    /** What to do after something new was queued, or null; set when the JVM is about to end. */
    private volatile Runnable afterNews;

    Recorder(Registry registry, Jdk jdk, int walks) {
        this.registry = registry;
        this.stack = new StackReader(registry, jdk);
        this.walks = walks;
        linkMethodsOfRecords();
    }

    /** Their first use runs much code of the JDK, which had better not be inside a hook. */
    private void linkMethodsOfRecords() {
        MethodName none = new MethodName("", "", "");
        edges.add(new Edge(Edge.Kind.CALL, none, -1, none));
        edges.remove(new Edge(Edge.Kind.CALL, none, -1, none));
        reflections.add(new Reflection(null, none, null));
        reflections.remove(new Reflection(null, none, null));
    }

    /** From now on, all that is new is given to a writer at once. */
    void tellAtOnce(Runnable writer) {
        afterNews = writer;
    }

    /** Does the recorder's own work in this thread: whatever it calls is not recorded. */
    void inside(Runnable work) {
        ThreadState thread = threads.get();
        boolean before = thread.isInside;
        thread.isInside = true;
        try {
            work.run();
        } finally {
            thread.isInside = before;
        }
    }

    @Override
    protected void calls(Object receiver, int id) {
        ThreadState thread = threads.get();
        if (receiver == null) {
            thread.pending = null;
            return;
        }
        CallSite site = registry.sites.get(id);
        Class<?> type = receiver.getClass();
        Target target = site.find(type);
        thread.pending = target != null ? target : newTarget(thread, site, type);
    }

    @Override
    protected void calls(int id) {
        ThreadState thread = threads.get();
        CallSite site = registry.sites.get(id);
        Target target = site.find(null);
        thread.pending = target != null ? target : newTarget(thread, site, null);
    }

    private Target newTarget(ThreadState thread, CallSite site, Class<?> receiver) {
        if (thread.isInside) {
            return null;
        }
        Target target = site.add(receiver);
        newTargets.add(target);
        tell();
        return target;
    }

    @Override
    protected void entered(int method) {
        ThreadState thread = threads.get();
        Target pending = thread.pending;
        thread.pending = null;
        if (pending == null || pending.entered != method) {
            look(thread, pending, registry.methods.get(method));
        }
    }

    private void look(ThreadState thread, Target pending, MethodRecord method) {
        if (thread.isInside || !(thread.isNew || method.isWorthALook(pending, walks))) {
            return;
        }
        thread.isNew = false;
        thread.isInside = true;
        try {
            Caller caller = stack.read(method, pending);
            addEdge(new Edge(caller.kind(), caller.method(), caller.bci(), method.methodName()));
            if (pending != null && caller.site() == pending.site) {
                pending.entered = method.id;
            }
            if (caller.isThreadEntry()) {
                addStart(spawns.entered(Thread.currentThread(), method), method);
            }
        } finally {
            thread.isInside = false;
        }
    }

    @Override
    protected void spawns(Object object, int id) {
        if (object instanceof Thread thread && !threads.get().isInside) {
            CallSite site = registry.sites.get(id);
            addStart(site, spawns.started(thread, site));
        }
    }

    private void addStart(CallSite site, MethodRecord method) {
        if (site != null && method != null) {
            addEdge(site, Edge.Kind.THREAD_START, method.methodName());
        }
    }

    @Override
    protected void allocated(int id) {
        Allocation allocation = registry.allocations.get(id);
        if (!allocation.made && !threads.get().isInside) {
            allocation.made = true;
            newAllocations.add(allocation);
            tell();
        }
    }

    @Override
    protected void linksFunction(Object function, int id) {
        Class<?> type = function.getClass();
        if (!functions.containsKey(type)) {
            functions.put(type, registry.sites.get(id).function);
        }
    }

    @Override
    protected void reflects(Object member, Object receiver, int id) {
        Class<?> type = receiver == null ? null : receiver.getClass();
        Reflection reflection = new Reflection(registry.sites.get(id), member, type);
        if (!threads.get().isInside && reflections.add(reflection)) {
            newReflections.add(reflection);
            tell();
        }
    }

    void addEdge(CallSite site, Edge.Kind kind, MethodName callee) {
        addEdge(new Edge(kind, site.caller.methodName(), site.bci, callee));
    }

    private void addEdge(Edge edge) {
        if (edges.add(edge)) {
            newEdges.add(edge);
            tell();
        }
    }

    private void tell() {
        Runnable writer = afterNews;
        if (writer != null) {
            writer.run();
        }
    }
}
