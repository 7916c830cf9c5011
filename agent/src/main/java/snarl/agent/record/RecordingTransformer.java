package snarl.agent.record;

import java.security.ProtectionDomain;
import java.util.Set;
import snarl.agent.loading.HookTransformer;
import snarl.agent.loading.Jdk;
import snarl.runtime.SnarlHooks;

/** Instruments every class that the JVM loads and that is neither the JDK's nor the agent's. */
final class RecordingTransformer extends HookTransformer {
    private final Registry registry;
    private final Jdk jdk;
    private final Recorder recorder;

    RecordingTransformer(Registry registry, Jdk jdk, Recorder recorder) {
        super(SnarlHooks.class);
        this.registry = registry;
        this.jdk = jdk;
        this.recorder = recorder;
    }

    @Override
    public byte[] transform(
            Module module,
            ClassLoader loader,
            String name,
            Class<?> redefined,
            ProtectionDomain domain,
            byte[] bytes) {
        if (loader == null || name == null || jdk.holds(module) || isOwn(loader, name)) {
            return null;
        }
        return instrument(name, leftOut -> instrument(loader, name, bytes, leftOut));
    }

    private byte[] instrument(
            ClassLoader loader, String name, byte[] bytes, Set<String> leftOut) {
        if (isGeneratedByJdk(name, bytes)) {
            return null;
        }
        recorder.inside(() -> findHooks(loader));
        return ClassInstrumentation.instrument(bytes, loader, registry, leftOut);
    }
}
