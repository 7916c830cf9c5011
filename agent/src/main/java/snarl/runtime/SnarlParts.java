package snarl.runtime;

import jdk.internal.vm.annotation.DontInline;

/**
 * The parts of a look at an access, each of which the JVM compiles for itself. If it made one of all,
 * then whenever something new happens in any of them, it would compile all of them anew, which takes
 * longer than most programs need for their looks.
 *
 * @param <A> what an access is
 * @param <L> what a location is
 */
public abstract class SnarlParts<A, L> {
    /** For detectors. */
    protected SnarlParts() {}

    /**
     * Finds earlier accesses that nothing orders with this one.
     *
     * @param access the access
     * @param at its location
     */
    @DontInline
    protected final void findUnordered(A access, L at) {
        onFindUnordered(access, at);
    }

    /**
     * The location's discipline after the access.
     *
     * @param access the access
     * @param at its location
     * @param before its discipline so far
     * @param isForeign whether another thread has accessed it last
     * @return its next discipline
     */
    @DontInline
    protected final long discipline(A access, L at, long before, boolean isForeign) {
        return onDiscipline(access, at, before, isForeign);
    }

    /**
     * Leaves words behind.
     *
     * @param access the access
     * @param at its location
     * @param lastWrite the word of the write that was looked at
     * @param discipline the location's
     */
    @DontInline
    protected final void remember(A access, L at, long lastWrite, long discipline) {
        onRemember(access, at, lastWrite, discipline);
    }

    /**
     * See {@link #findUnordered}.
     *
     * @param access the access
     * @param at its location
     */
    protected abstract void onFindUnordered(A access, L at);

    /**
     * See {@link #discipline}.
     *
     * @param access the access
     * @param at its location
     * @param before its discipline so far
     * @param isForeign whether another thread has accessed it last
     * @return its next discipline
     */
    protected abstract long onDiscipline(A access, L at, long before, boolean isForeign);

    /**
     * See {@link #remember}.
     *
     * @param access the access
     * @param at its location
     * @param lastWrite the word of the write that was looked at
     * @param discipline the location's
     */
    protected abstract void onRemember(A access, L at, long lastWrite, long discipline);
}
