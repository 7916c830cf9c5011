package snarl.agent.accesses;

import java.security.ProtectionDomain;
import java.util.Set;
import snarl.agent.loading.HookTransformer;
import snarl.agent.loading.Jdk;
import snarl.runtime.SnarlEvents;

/** Instruments the classes of the program, and those of the JDK that it synchronizes with. */
final class AccessTransformer extends HookTransformer {
    private final ClassInstrumentation.Setup setup;
    private final Jdk jdk;
    private final History history;

    AccessTransformer(ClassInstrumentation.Setup setup, Jdk jdk, History history) {
        super(SnarlEvents.class);
        this.setup = setup;
        this.jdk = jdk;
        this.history = history;
    }

    @Override
    public byte[] transform(
            Module module,
            ClassLoader loader,
            String name,
            Class<?> redefined,
            ProtectionDomain domain,
            byte[] bytes) {
        if (name == null || isOwn(loader, name)) {
            return null;
        }
        boolean isJdk = loader == null || jdk.holds(module);
        if (isJdk && !JdkTargets.has(name)) {
            return null;
        }
        return history.inside(
                () -> instrument(name, leftOut -> instrument(loader, name, isJdk, bytes, leftOut)));
    }

    private byte[] instrument(
            ClassLoader loader, String name, boolean isJdk, byte[] bytes, Set<String> leftOut) {
        if (!isJdk) {
            if (isGeneratedByJdk(name, bytes)) {
                return null;
            }
            findHooks(loader);
        }
        return ClassInstrumentation.instrument(bytes, loader, isJdk, setup, leftOut);
    }
}
