package snarl.agent.loading;

import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * Things by id, from 1 on; reading takes no lock.
 *
 * @param <T> what they are
 */
public final class Ids<T> {
    private volatile T[] things;
    private int last;

    /**
     * No things yet.
     *
     * @param none an empty array
     */
    public Ids(T[] none) {
        things = none;
    }

    /**
     * The thing of an id.
     *
     * @param id its id
     * @return the thing
     */
    public T get(int id) {
        return things[id];
    }

    /**
     * How many there are, which is the last id.
     *
     * @return their number
     */
    public synchronized int count() {
        return last;
    }

    /**
     * Gives the next id to what the factory makes for it.
     *
     * @param factory makes the thing
     * @return the thing
     */
    public synchronized T add(IntFunction<T> factory) {
        T thing = factory.apply(last + 1);
        add(thing);
        return thing;
    }

    /**
     * Gives the next id to a thing.
     *
     * @param thing the thing
     * @return its id
     */
    public synchronized int add(T thing) {
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
