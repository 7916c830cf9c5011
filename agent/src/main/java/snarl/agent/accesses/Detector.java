package snarl.agent.accesses;

import snarl.runtime.SnarlParts;

/**
 * Looks at each access that its thread has not just made before: whether it is a race with an
 * earlier one (FastTrack), or breaks the discipline of the location (RACER, ERASER).
 *
 * <p>FastTrack remembers the last write, and the last read, or the last read of each thread if
 * those are not ordered. What it finds is observed. What a discipline alone finds is predicted.
 */
final class Detector extends SnarlParts<Access, Location> {
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
    private final boolean isNoisy;

    /**
     * @param isNoisy whether threads pause now and then when they are looked at
     */
    Detector(Detectors detectors, Locksets locksets, Sightings sightings, boolean isNoisy) {
        this.isNoisy = isNoisy;
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
        if (thread.held.pending() != Locksets.OTHER) {
            thread.showLocks();
        }
        access.site.stacks.keep(access.word, thread);
        long before = at.take();
        long after = before;
        try {
            boolean isForeign = isForeign(thread, at);
            long lastWrite = at.write();
            if (detectors.fastTrack) {
                findUnordered(access, at);
            }
            after = discipline(access, at, before, isForeign);
            remember(access, at, lastWrite, after);
        } finally {
            at.giveBack(after);
        }
    }

    @Override
    protected void onRemember(Access access, Location at, long lastWrite, long discipline) {
        // For ERASER, what a thread repeats may be new: somebody else came in between.
        boolean isAlone =
                detectors.eraser
                        && Discipline.state(discipline, Discipline.ERASER)
                                == Discipline.EXCLUSIVE;
        long word = isAlone ? access.word | Words.UNREPEATED : access.word;
        if (access.isWrite) {
            rememberWrite(access, at, word, lastWrite);
        } else {
            rememberRead(access, at, word, discipline);
        }
        if (detectors.fastTrack && !detectors.eraser) {
            settle(access, at, discipline);
            if (detectors.racer && !isNoisy) {
                access.thread.looksAt(access.site.id);
            }
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

    /** Whether another thread has accessed the location last. */
    private static boolean isForeign(ThreadState thread, Location at) {
        long write = at.write();
        long read = at.read();
        return write != 0 && Words.thread(write) != thread.number
                || read != 0 && Words.thread(read) != thread.number;
    }

    // FastTrack

    @Override
    protected void onFindUnordered(Access access, Location at) {
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
        for (int i = FIRST_READER; others != null && i < others.length; i++) {
            if (isUnordered(others[i], access.thread)) {
                sightings.observed(access, others[i], false);
            }
        }
    }

    private static boolean isUnordered(long word, ThreadState thread) {
        return word != 0 && Words.thread(word) != thread.number && !thread.knows(word);
    }

    /**
     * Whoever shares a location by a lock has a word of its own, which it renews without a look. If
     * the order is not known, all have one: each may be what a later access conflicts with.
     */
    private void rememberRead(Access access, Location at, long word, long discipline) {
        long read = at.read();
        boolean isForeign = read != 0 && Words.thread(read) != access.thread.number;
        boolean isKept =
                isForeign && (!detectors.fastTrack || Discipline.isProtected(discipline));
        if (read == Words.SEVERAL) {
            at.setOthers(with(at.others(), word));
        } else if (isKept || isUnordered(read, access.thread)) {
            at.setOthers(with(with(at.others(), read), word));
            at.setRead(Words.SEVERAL);
        } else {
            at.setRead(word);
        }
    }

    /** Who may renew a word does not wait: it may be another one by now than was looked at. */
    private void rememberWrite(Access access, Location at, long word, long lastWrite) {
        long write = lastWrite;
        while (!at.replaceWrite(write, word)) {
            write = at.write();
            if (detectors.fastTrack && isUnordered(write, access.thread)) {
                sightings.observed(access, write, true);
            }
        }
        long[] others = at.others();
        boolean isChange = write != 0 && Words.thread(write) != access.thread.number;
        if (at.read() == Words.SEVERAL && detectors.fastTrack) {
            at.setRead(0);
            boolean hasWrite = others != null && others[OTHER_WRITE] != 0;
            others = hasWrite ? new long[] {others[OTHER_WRITE]} : null;
        }
        if (isChange && (detectors.racer || detectors.eraser)) {
            others = others == null ? new long[FIRST_READER] : others;
            others[OTHER_WRITE] = write;
        }
        at.setOthers(others);
    }

    // What a thread may repeat without a look at other words

    /**
     * The thread may renew its word from now on, if that cannot change what is found: no lock of
     * the location is left to be lost, and others have accessed it only in ways that do not
     * conflict, or that are ordered by more than locks. What they do from now on is looked at, and
     * takes the mark away.
     */
    private static void settle(Access access, Location at, long discipline) {
        long write = at.write();
        long read = at.read();
        int self = access.thread.number;
        if (access.isWrite) {
            boolean isOnlyUser = read == 0 || Words.thread(read) == self;
            if (!isOnlyUser) {
                at.setRead(read & ~Words.SETTLED);
            } else if (Discipline.isUnprotected(discipline) && isOrdered(otherWrite(at), access)) {
                at.setWrite(write | Words.SETTLED);
            }
            return;
        }
        if (write != 0 && Words.thread(write) != self && (write & Words.SETTLED) != 0) {
            at.setWrite(write & ~Words.SETTLED);
        }
        if (Discipline.lockset(discipline, Discipline.RACER) == Locksets.NONE
                && isOrdered(write, access)
                && isOrdered(otherWrite(at), access)) {
            if (read == Words.SEVERAL) {
                at.setOthers(with(at.others(), access.word | Words.SETTLED));
            } else {
                at.setRead(read | Words.SETTLED);
            }
        }
    }

    private static long otherWrite(Location at) {
        long[] others = at.others();
        return others == null ? 0 : others[OTHER_WRITE];
    }

    /** Whether an earlier access is of the same thread, or ordered by more than locks. */
    private static boolean isOrdered(long earlier, Access access) {
        int other = Words.thread(earlier);
        return earlier == 0
                || other == access.thread.number
                || Words.count(earlier) <= access.thread.time.intent.get(other);
    }

    /**
     * The words with a reader more, in place of the one of the same thread. Its place follows from
     * the thread's number, as {@link snarl.runtime.SnarlAccess} knows.
     */
    private static long[] with(long[] others, long word) {
        long[] words = others == null || others.length == FIRST_READER ? spread(others, 2) : others;
        while (true) {
            int room = words.length - FIRST_READER;
            int place = FIRST_READER + (Words.thread(word) & (room - 1));
            if (words[place] == 0 || Words.thread(words[place]) == Words.thread(word)) {
                words[place] = word;
                return words;
            }
            words = spread(words, 2 * room);
        }
    }

    /** The same words in a larger room. */
    private static long[] spread(long[] others, int room) {
        long[] words = new long[FIRST_READER + room];
        int length = others == null ? 0 : others.length;
        for (int i = 0; i < length; i++) {
            int place = FIRST_READER + (Words.thread(others[i]) & (room - 1));
            if (others[i] != 0) {
                words[i == OTHER_WRITE ? OTHER_WRITE : place] = others[i];
            }
        }
        return words;
    }

    // RACER and ERASER

    @Override
    protected long onDiscipline(
            Access access, Location at, long before, boolean isForeign) {
        ThreadState thread = access.thread;
        int held = access.isWrite ? thread.held.exclusive() : thread.held.all();
        long after = before;
        if (detectors.racer) {
            if (isForeign && isHandedOver(access, at, before)) {
                after = Discipline.forgetLocks(after, Discipline.RACER);
            }
            after = Discipline.racer(after, access.isWrite, isForeign, held, locksets);
            after = Discipline.markHandOver(before, after, at.read() != 0);
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

    /**
     * Whether a thread that had a location for itself has left it to this one. If it is known what
     * orders accesses, the locks count from then on: it needed none before.
     */
    private boolean isHandedOver(Access access, Location at, long found) {
        int state = Discipline.state(found, Discipline.RACER);
        boolean isExclusive =
                state == Discipline.EXCLUSIVE || state == Discipline.EXCLUSIVE_MODIFIED;
        return detectors.fastTrack
                && isExclusive
                && !access.isStatic()
                && access.thread.knows(at.write())
                && access.thread.knows(at.read());
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
        // What the other thread knew when it read is not known: its read may well come after.
        boolean isOwnWrite =
                !detectors.fastTrack
                        && write != 0
                        && Words.thread(write) == access.thread.number;
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
        for (int i = FIRST_READER; others != null && i < others.length; i++) {
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
        boolean isMeant = isOrdered(earlier, access);
        boolean isHandedOver =
                wasExclusive != 0 && !access.isStatic() && access.thread.knows(earlier);
        return !isMeant && !isHandedOver && !haveLockInCommon(earlier, access.thread);
    }

    private boolean haveLockInCommon(long earlier, ThreadState thread) {
        int before = sightings.locks(earlier);
        return locksets.meet(before, thread.held.all()) != Locksets.NONE;
    }
}
