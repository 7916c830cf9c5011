package snarl.agent.accesses;

/**
 * What accesses through {@code VarHandle} and {@code Unsafe} order, as bits, by the name of the
 * method.
 */
final class HandleMode {
    static final int PLAIN = 0;
    static final int RELEASES = 1;
    static final int ACQUIRES = 2;
    /** Not of the method, but of the call: the handle may be that of a static field. */
    static final int MAY_BE_STATIC = 4;

    private HandleMode() {}

    /**
     * @param isOpaqueOrdered whether opaque accesses count as ordering: they do not promise it, but
     *     the JDK has fences beside them
     */
    static int of(String name, boolean isOpaqueOrdered) {
        if (name.startsWith("compareAnd")
                || name.startsWith("weakCompareAnd")
                || name.startsWith("getAnd")) {
            return RELEASES | ACQUIRES;
        }
        boolean isOrdering =
                name.contains("Volatile")
                        || name.contains("Acquire")
                        || name.contains("Release")
                        || isOpaqueOrdered && name.contains("Opaque")
                        || name.contains("Ordered");
        if (!isOrdering) {
            return PLAIN;
        }
        return name.startsWith("get") ? ACQUIRES : RELEASES;
    }
}
