package snarl.agent.accesses;

/** An access that is looked at. Each thread has one, and uses it again. */
final class Access {
    final ThreadState thread;
    Site site;
    boolean isWrite;
    /** What it leaves behind. */
    long word;
    /** The object, array or container; of a static field, null. */
    Object object;
    /** The field, or the class of the array or container. */
    Object what;

    Access(ThreadState thread) {
        this.thread = thread;
    }

    Access of(Site atSite, boolean writes, Object accessed, Object declared) {
        site = atSite;
        isWrite = writes;
        word = thread.epoch | atSite.id;
        object = accessed;
        what = declared;
        return this;
    }

    boolean isStatic() {
        return site.kind == Site.Kind.STATIC;
    }

    /** Holds no object any longer. */
    void forget() {
        object = null;
        what = null;
    }
}
