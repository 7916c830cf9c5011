package snarl.agent.accesses;

/** What is done with accesses of locations whose hooks do not know where their words are. */
interface Accesses {
    /**
     * A location is read or written.
     *
     * @param key which of the object's locations it is
     * @param what the field, or the class of the array or container
     */
    void access(
            ThreadState thread, Object object, int key, Site site, boolean isWrite, Object what);

    /** An object is about to be finalized: the thread learns what its constructor did. */
    void finalizes(ThreadState thread, Object object);
}
