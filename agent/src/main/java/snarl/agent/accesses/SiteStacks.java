package snarl.agent.accesses;

/**
 * Some of the stacks from which a site was reached: the first ones, and later ever fewer, for a
 * stack costs far more than an access.
 */
final class SiteStacks {
    private static final int MOST = 6;

    /**
     * A stack that was kept.
     *
     * @param stack the stack
     * @param isExact whether it is that of the very access, or an earlier one of the same thread
     */
    record Kept(Stack stack, boolean isExact) {}

    private final Guard guard = new Guard();
    private Stack[] stacks;
    private long[] words;
    private int seen;
    private int kept;

    /** Keeps the stack of a thread, which is the running one and leaves the word, now and then. */
    void keep(long word, ThreadState thread) {
        if (seen > MOST && !thread.isTurn()) {
            return;
        }
        int number = ++seen;
        if (number <= MOST || (number & (number - 1)) == 0) {
            keepNow(word);
        }
    }

    private void keepNow(long word) {
        Stack stack = new Stack();
        guard.take();
        try {
            if (stacks == null) {
                words = new long[MOST];
                stacks = new Stack[MOST];
            }
            int place = kept++ % MOST;
            words[place] = word;
            stacks[place] = stack;
        } finally {
            guard.state = Guard.FREE;
        }
    }

    /** The stack of an access by its word, or one of the same thread, or null. */
    Kept of(long marked) {
        long word = marked & ~Words.SETTLED;
        guard.take();
        try {
            Stack ofThread = null;
            for (int i = 0; i < Math.min(kept, MOST); i++) {
                if (words[i] == word) {
                    return new Kept(stacks[i], true);
                }
                if (Words.thread(words[i]) == Words.thread(word)) {
                    ofThread = stacks[i];
                }
            }
            return ofThread == null ? null : new Kept(ofThread, false);
        } finally {
            guard.state = Guard.FREE;
        }
    }
}
