package snarl.agent.record;

import java.util.Arrays;
import java.util.function.IntFunction;

/** Things by id, from 1 on; reading takes no lock. */
final class Ids<T> {
    private volatile T[] things;
    private int last;

    Ids(T[] none) {
        things = none;
    }

    T get(int id) {
        return things[id];
    }

    /** Gives the next id to what the factory makes for it. */
    synchronized T add(IntFunction<T> factory) {
        T thing = factory.apply(last + 1);
        add(thing);
        return thing;
    }

    /** The id that a thing gets. */
    synchronized int add(T thing) {
        int id = ++last;
        T[] now = things;
        if (id >= now.length) {
            now = Arrays.copyOf(now, Math.max(1024, 2 * id));
        }
        now[id] = thing;
        things = now;
        return id;
    }
}
