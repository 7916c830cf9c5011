package snarl.agent.accesses;

/** Finds all pairs of sites that nothing orders, as an oracle for the static analysis. */
final class PairSearch implements Accesses {
    final Races races;
    private final Shadows shadows;
    /** Accesses that were not remembered; threads may lose some. */
    long leftOut;

    PairSearch(History history) {
        this.races = new Races(history.locksets);
        this.shadows = history.shadows;
    }

    @Override
    public void access(
            ThreadState thread, Object object, int key, Site site, boolean isWrite, Object what) {
        Shadow shadow = shadows.of(object);
        int access = AccessRows.access(site.id, isWrite);
        if (shadow == null || shadow.access(thread, key, access, races, what)) {
            leftOut++;
        }
    }

    @Override
    public void finalizes(ThreadState thread, Object object) {
        Shadow shadow = shadows.of(object);
        if (shadow != null) {
            shadow.acquire(thread, Shadow.FREEZE);
        }
    }
}
