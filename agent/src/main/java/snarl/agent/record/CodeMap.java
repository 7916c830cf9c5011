package snarl.agent.record;

import java.util.Arrays;

/**
 * Where the instructions of an instrumented method were in the class file that the program brought.
 */
final class CodeMap {
    private final int[] instrumented;
    private final int[] original;
    private final CallSite[] sites;

    /**
     * @param instrumented offsets in the instrumented code, ascending
     * @param original the offsets of the same instructions before
     * @param sites what they call; null for those that call nothing
     */
    CodeMap(int[] instrumented, int[] original, CallSite[] sites) {
        this.instrumented = instrumented;
        this.original = original;
        this.sites = sites;
    }

    /** The bytecode index before instrumentation, or -1 if the instruction was not remembered. */
    int original(int bci) {
        int index = Arrays.binarySearch(instrumented, bci);
        return index < 0 ? -1 : original[index];
    }

    /** The call at an index of the instrumented code, or null. */
    CallSite site(int bci) {
        int index = Arrays.binarySearch(instrumented, bci);
        return index < 0 ? null : sites[index];
    }
}
