package snarl.agent.weave;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import snarl.agent.loading.Ids;
import snarl.runtime.SnarlJoinPoints;

/**
 * Tells events to who listens at a port, in the order that they happen, and none is lost: if the
 * listener cannot follow, the program waits for it. {@code snarl.monitor.streaming} listens.
 *
 * <p>Lines of fields between tabs. What a line refers to was told before: moments, threads and
 * classes have numbers.
 */
final class EventStream extends SnarlJoinPoints {
    private static final int ROOM = 1 << 18;

    final Ids<Moment> moments = new Ids<>(new Moment[0]);
    private final OutputStream out;
    private final long start = System.nanoTime();
    private final ObjectNumbers objects = new ObjectNumbers();
    private final Map<Class<?>, Integer> classes = new HashMap<>();
    private final Map<Thread, Integer> threads = new WeakHashMap<>();
    private final Map<Thread, String> paths = new WeakHashMap<>();
    private final Map<Thread, Integer> children = new WeakHashMap<>();
    private final Set<Integer> toldMoments = new LinkedHashSet<>();
    private byte[] filling = new byte[ROOM];
    private byte[] draining = new byte[ROOM];
    private int filled;
    private int nextThread;
    private boolean isBroken;
    private boolean isDraining;

    EventStream(int port, String token) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        out = socket.getOutputStream();
        line("snarl events 1", token, Long.toString(ProcessHandle.current().pid()));
    }

    // Hooks

    @Override
    protected synchronized void onHappens(
            int id, Object target, Object[] arguments, int index) {
        if (isBroken) {
            return;
        }
        tell(moments.get(id));
        line(
                "e",
                Integer.toString(id),
                Integer.toString(thread(Thread.currentThread())),
                Long.toString(System.nanoTime() - start),
                name(target),
                names(arguments),
                Integer.toString(index));
    }

    @Override
    protected synchronized void onStarts(Thread thread) {
        Thread current = Thread.currentThread();
        thread(current);
        int child = children.merge(current, 1, Integer::sum);
        paths.put(thread, paths.get(current) + "/" + child);
    }

    // What events refer to

    private void tell(Moment moment) {
        if (toldMoments.add(moment.id())) {
            line(
                    "m",
                    Integer.toString(moment.id()),
                    moment.kind(),
                    moment.isAfter() ? "after" : "before",
                    moment.type(),
                    moment.method(),
                    moment.descriptor(),
                    Integer.toString(moment.bci()),
                    Integer.toString(moment.line()),
                    moment.member(),
                    moment.numbers());
        }
    }

    private int thread(Thread thread) {
        Integer known = threads.get(thread);
        if (known == null) {
            known = ++nextThread;
            threads.put(thread, known);
            paths.putIfAbsent(thread, thread.getName());
            line("t", Integer.toString(known), paths.get(thread));
        }
        return known;
    }

    private String names(Object[] arguments) {
        if (arguments == null) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < arguments.length; i++) {
            text.append(i == 0 ? "" : ",").append(name(arguments[i]));
        }
        return text.toString();
    }

    private String name(Object object) {
        if (object == null) {
            return "-";
        }
        Class<?> type = object.getClass();
        Integer known = classes.get(type);
        if (known == null) {
            known = classes.size() + 1;
            classes.put(type, known);
            line("c", Integer.toString(known), type.getTypeName(), above(type));
        }
        return known + ":" + objects.of(object);
    }

    private static String above(Class<?> type) {
        Set<String> found = new LinkedHashSet<>();
        List<Class<?>> open = new ArrayList<>(List.of(type));
        while (!open.isEmpty()) {
            Class<?> next = open.remove(open.size() - 1);
            if (found.add(next.getTypeName())) {
                open.addAll(List.of(next.getInterfaces()));
                if (next.getSuperclass() != null) {
                    open.add(next.getSuperclass());
                }
            }
        }
        return String.join(",", found);
    }

    // Lines

    private void line(String... fields) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < fields.length; i++) {
            text.append(i == 0 ? "" : "\t").append(fields[i]);
        }
        add(text.append('\n').toString().getBytes(StandardCharsets.UTF_8));
    }

    private void add(byte[] bytes) {
        while (filled + bytes.length > filling.length && !isBroken) {
            if (filled == 0) {
                filling = new byte[bytes.length];
            } else {
                waitForRoom();
            }
        }
        if (!isBroken) {
            System.arraycopy(bytes, 0, filling, filled, bytes.length);
            filled += bytes.length;
        }
    }

    private void waitForRoom() {
        boolean isInterrupted = false;
        try {
            wait(1);
        } catch (InterruptedException interrupted) {
            isInterrupted = true;
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
            Thread.yield();
        }
    }

    /** Sends what is there; called by the tool's own threads. */
    void send() {
        byte[] bytes;
        int count;
        synchronized (this) {
            while (isDraining) {
                waitForRoom();
            }
            isDraining = true;
            bytes = filling;
            count = filled;
            filling = draining;
            filled = 0;
            notifyAll();
        }
        try {
            out.write(bytes, 0, count);
            out.flush();
        } catch (IOException problem) {
            isBroken = true;
        }
        synchronized (this) {
            draining = bytes;
            isDraining = false;
            notifyAll();
        }
    }

    /** Sends all, and says that it was all. */
    void end(long untransformed) {
        send();
        synchronized (this) {
            line("end", Long.toString(untransformed));
        }
        send();
    }
}
