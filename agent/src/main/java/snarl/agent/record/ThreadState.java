package snarl.agent.record;

/** What the recorder remembers of a thread. */
final class ThreadState {
    /**
     * The call that was announced and whose callee has not been entered yet, or was not to be seen.
     */
    Target pending;
    /** Whether the thread has entered no instrumented method yet. */
    boolean isNew = true;
    /** Whether the thread does the recorder's work, of which nothing is recorded. */
    boolean isInside;
}
