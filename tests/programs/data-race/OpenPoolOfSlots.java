/** A pool in an array: whoever finds something in a slot takes it out under the lock. */
public class OpenPoolOfSlots {
    static final class State {
        private String word;

        int useOk(String given) {
            word = given;
            int length = word.length();
            word = null;
            return length;
        }
    }

    static final class Shared {
        private String word;

        int useBad(String given) {
            word = given;  // expect: data-race OpenPoolOfSlots$Shared.word
            int length = word.length();
            word = null;
            return length;
        }
    }

    private static final State[] POOL = new State[4];
    private static final Shared[] KEPT = new Shared[4];

    public int find(String word) {
        State state = obtain();
        int length = state.useOk(word);
        release(state);
        return length;
    }

    private static State obtain() {
        synchronized (POOL) {
            for (int i = 0; i < POOL.length; i++) {
                State state = POOL[i];
                if (state != null) {
                    POOL[i] = null;
                    return state;
                }
            }
        }
        return new State();
    }

    private static void release(State state) {
        synchronized (POOL) {
            for (int i = 0; i < POOL.length; i++) {
                if (POOL[i] == null) {
                    POOL[i] = state;
                    return;
                }
            }
        }
    }

    public int findShared(String word) {
        Shared shared = borrow();
        int length = shared.useBad(word);
        keep(shared);
        return length;
    }

    private static Shared borrow() {
        synchronized (KEPT) {
            for (int i = 0; i < KEPT.length; i++) {
                Shared shared = KEPT[i];
                if (shared != null) {
                    if (i == 0) {
                        KEPT[i] = null;
                    }
                    return shared;
                }
            }
        }
        return new Shared();
    }

    private static void keep(Shared shared) {
        synchronized (KEPT) {
            KEPT[0] = shared;
        }
    }
}
