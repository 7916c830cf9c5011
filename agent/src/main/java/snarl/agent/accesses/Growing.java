package snarl.agent.accesses;

import java.util.Arrays;

/** Arrays that grow while others read them: what was there stays where it was. */
final class Growing {
    private Growing() {}

    static <T> T[] withRoomFor(T[] array, int index) {
        return index < array.length ? array : Arrays.copyOf(array, 2 * index);
    }
}
