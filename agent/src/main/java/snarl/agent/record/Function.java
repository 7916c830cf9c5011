package snarl.agent.record;

import java.util.Set;

/**
 * A lambda or method reference, as its {@code invokedynamic} says.
 *
 * @param name the name of the functional interface's method
 * @param descriptors the descriptors under which it can be called: its own and those of bridges
 * @param tag the kind of method handle ({@code REF_} constants)
 * @param owner the class that the handle names, with dots
 * @param method the name of the method that the handle names
 * @param descriptor its descriptor
 */
record Function(
        String name,
        Set<String> descriptors,
        int tag,
        String owner,
        String method,
        String descriptor) {
    boolean isCalledBy(CallSite site) {
        return name.equals(site.name) && descriptors.contains(site.descriptor);
    }
}
