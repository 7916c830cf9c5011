package snarl.agent;

import java.lang.invoke.MethodHandles;
import java.util.function.Consumer;

/**
 * Defines classes in {@code java.lang}. {@link HooksInjection} loads it apart from all others, for
 * {@code java.lang} is opened to its module, and the program is not to see it open.
 */
public final class ClassDefinition implements Consumer<byte[]> {
    /** Made by reflection. */
    public ClassDefinition() {}

    @Override
    public void accept(byte[] bytes) {
        try {
            MethodHandles.privateLookupIn(Object.class, MethodHandles.lookup()).defineClass(bytes);
        } catch (IllegalAccessException problem) {
            throw new IllegalStateException(problem);
        }
    }
}
