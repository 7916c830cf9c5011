package snarl.agent.accesses;

/**
 * Looks at each access that its thread has not just made before: whether it is a race with an
 * earlier one (FastTrack), or breaks the discipline of the location (RACER, ERASER).
 *
 * <p>FastTrack remembers the last write, and the last read, or the last read of each thread if
 * those are not ordered. What it finds is observed. What a discipline alone finds is predicted.
 */
final class Detector {
    /**
     * What is looked for.
     *
     * @param fastTrack accesses that nothing orders
     * @param racer locations without a lock from the first access on
     * @param eraser locations without a lock from the second thread on
     */
    record Detectors(boolean fastTrack, boolean racer, boolean eraser) {}

    /** Places among the other words of a location. */
    private static final int OTHER_WRITE = 0;

    private static final int FIRST_READER = 1;

    private final Detectors detectors;
    private final Locksets locksets;
    private final Sightings sightings;

    Detector(Detectors detectors, Locksets locksets, Sightings sightings) {
        this.detectors = detectors;
        this.locksets = locksets;
        this.sightings = sightings;
    }

    /**
     * An access is about to be made.
     *
     * @param access what it is; its thread is inside the tool
     * @param at the location
     */
    void look(Access access, Location at) {
        ThreadState thread = access.thread;
        if (!access.isWrite && hasReadInEpoch(thread, at)) {
            return;
        }
        access.site.stacks.keep(access.word);
        long before = at.take();
        long after = before;
        try {
            boolean isForeign = isForeign(thread, at);
            if (detectors.fastTrack) {
                findUnordered(access, at);
            }
            after = discipline(access, at, before, isForeign);
            // For ERASER, what a thread repeats may be new: somebody else came in between.
            boolean isAlone =
                    detectors.eraser
                            && Discipline.state(after, Discipline.ERASER)
                                    == Discipline.EXCLUSIVE;
            remember(access, at, isAlone ? access.word | Words.UNREPEATED : access.word);
        } finally {
            at.giveBack(after);
        }
    }

    /**
     * A final field is read while the constructor of another thread still runs.
     *
     * @param write the word that the constructor left
     */
    void lookAtFinal(Access access, long write) {
        if (detectors.fastTrack) {
            sightings.observed(access, write, true);
        } else {
            sightings.predicted(
                    access, write, true, detectors.racer ? Sightings.RACER : Sightings.ERASER);
        }
    }

    private static boolean hasReadInEpoch(ThreadState thread, Location at) {
        long[] others = at.read() == Words.SEVERAL ? at.others() : null;
        if (others == null) {
            return false;
        }
        for (int i = FIRST_READER; i < others.length; i++) {
            if ((others[i] ^ thread.epoch) >>> ThreadState.SITE_BITS == 0) {
                return true;
            }
        }
        return false;
    }

    /** Whether another thread has accessed the location last. */
    private static boolean isForeign(ThreadState thread, Location at) {
        long write = at.write();
        long read = at.read();
        return write != 0 && Words.thread(write) != thread.number
                || read != 0 && Words.thread(read) != thread.number;
    }

    // FastTrack

    private void findUnordered(Access access, Location at) {
        long write = at.write();
        if (isUnordered(write, access.thread)) {
            sightings.observed(access, write, true);
        }
        if (!access.isWrite) {
            return;
        }
        long read = at.read();
        if (read != Words.SEVERAL) {
            if (isUnordered(read, access.thread)) {
                sightings.observed(access, read, false);
            }
            return;
        }
        long[] others = at.others();
        for (int i = FIRST_READER; i < others.length; i++) {
            if (isUnordered(others[i], access.thread)) {
                sightings.observed(access, others[i], false);
            }
        }
    }

    private static boolean isUnordered(long word, ThreadState thread) {
        return word != 0 && Words.thread(word) != thread.number && !thread.knows(word);
    }

    private void remember(Access access, Location at, long word) {
        if (access.isWrite) {
            rememberWrite(access, at, word);
            return;
        }
        long read = at.read();
        if (read == Words.SEVERAL) {
            at.setOthers(with(at.others(), word));
        } else if (isUnordered(read, access.thread)) {
            at.setOthers(with(with(at.others(), read), word));
            at.setRead(Words.SEVERAL);
        } else {
            at.setRead(word);
        }
    }

    private void rememberWrite(Access access, Location at, long word) {
        long write = at.write();
        long[] others = at.others();
        boolean isChange = write != 0 && Words.thread(write) != access.thread.number;
        if (at.read() == Words.SEVERAL) {
            at.setRead(0);
            others = others[OTHER_WRITE] == 0 ? null : new long[] {others[OTHER_WRITE]};
        }
        if (isChange && (detectors.racer || detectors.eraser)) {
            others = others == null ? new long[FIRST_READER] : others;
            others[OTHER_WRITE] = write;
        }
        at.setOthers(others);
        at.setWrite(word);
    }

    /** The words with a reader more, in place of the one of the same thread. */
    private static long[] with(long[] others, long word) {
        int length = others == null ? 0 : others.length;
        for (int i = FIRST_READER; i < length; i++) {
            if (others[i] == 0 || Words.thread(others[i]) == Words.thread(word)) {
                others[i] = word;
                return others;
            }
        }
        int next = Math.max(FIRST_READER, length);
        long[] more = new long[2 * next + 1];
        if (others != null) {
            System.arraycopy(others, 0, more, 0, length);
        }
        more[next] = word;
        return more;
    }

    // RACER and ERASER

    private long discipline(Access access, Location at, long before, boolean isForeign) {
        ThreadState thread = access.thread;
        int held = access.isWrite ? thread.held.exclusive : thread.held.all;
        long after = before;
        if (detectors.racer) {
            after = Discipline.racer(after, access.isWrite, isForeign, held, locksets);
            after = Discipline.markHandOver(before, after);
            if (Discipline.isBroken(after, Discipline.RACER)) {
                predict(access, at, after, Sightings.RACER);
            }
        }
        if (detectors.eraser) {
            after = Discipline.eraser(after, access.isWrite, isForeign, held, locksets);
            if (Discipline.isBroken(after, Discipline.ERASER)) {
                predict(access, at, after, Sightings.ERASER);
            }
        }
        return Discipline.markAccess(after, access.isWrite);
    }

    /** Finds two accesses that break the discipline: most often, the last of them is this one. */
    private void predict(Access access, Location at, long discipline, int machine) {
        long write = at.write();
        if (mayConflict(write, access, discipline & Discipline.WRITE_WAS_EXCLUSIVE)) {
            sightings.predicted(access, write, true, machine);
            return;
        }
        long[] others = at.others();
        long other = others == null ? 0 : others[OTHER_WRITE];
        if (mayConflict(other, access, discipline & Discipline.OTHER_WAS_EXCLUSIVE)) {
            sightings.predicted(access, other, true, machine);
            return;
        }
        boolean isOwnWrite = write != 0 && Words.thread(write) == access.thread.number;
        long read = access.isWrite || isOwnWrite ? foreignRead(access, at, discipline) : 0;
        if (read != 0 && access.isWrite) {
            sightings.predicted(access, read, false, machine);
        } else if (read != 0) {
            sightings.predictedBetween(access, read, write, machine);
        }
    }

    /** The word of a read by another thread that may come at the same time; 0 for none. */
    private long foreignRead(Access access, Location at, long discipline) {
        long wasExclusive = discipline & Discipline.READ_WAS_EXCLUSIVE;
        long read = at.read();
        if (read != Words.SEVERAL) {
            return mayConflict(read, access, wasExclusive) ? read : 0;
        }
        long[] others = at.others();
        for (int i = FIRST_READER; i < others.length; i++) {
            if (mayConflict(others[i], access, wasExclusive)) {
                return others[i];
            }
        }
        return 0;
    }

    /**
     * Whether an earlier access may just as well come at the same time. If it is known what orders
     * accesses, then not if more than locks order the two, nor if the location was handed over.
     */
    private boolean mayConflict(long earlier, Access access, long wasExclusive) {
        int other = Words.thread(earlier);
        if (earlier == 0 || other == access.thread.number) {
            return false;
        }
        if (!detectors.fastTrack) {
            return true;
        }
        boolean isMeant = Words.count(earlier) <= access.thread.time.intent.get(other);
        boolean isHandedOver =
                wasExclusive != 0 && !access.isStatic() && access.thread.knows(earlier);
        return !isMeant && !isHandedOver;
    }
}
