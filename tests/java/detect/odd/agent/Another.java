import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;

/** An agent beside ours, which hands out copies of all classes, also of those that are there. */
public class Another {
    private Another() {}

    public static void premain(String arguments, Instrumentation instrumentation) throws Exception {
        instrumentation.addTransformer(
                new ClassFileTransformer() {
                    @Override
                    public byte[] transform(
                            ClassLoader loader,
                            String name,
                            Class<?> redefined,
                            ProtectionDomain domain,
                            byte[] bytes) {
                        return bytes.clone();
                    }
                },
                true);
        List<Class<?>> types = new ArrayList<>();
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            if (instrumentation.isModifiableClass(type) && !type.isArray()) {
                types.add(type);
            }
        }
        instrumentation.retransformClasses(types.toArray(new Class<?>[0]));
        Thread late =
                new Thread(
                        () -> {
                            try {
                                Thread.sleep(100);
                                for (Class<?> type : instrumentation.getAllLoadedClasses()) {
                                    if (type.getName().startsWith("Loaders")
                                            && instrumentation.isModifiableClass(type)) {
                                        instrumentation.retransformClasses(type);
                                    }
                                }
                            } catch (Exception problem) {
                                problem.printStackTrace();
                            }
                        });
        late.setDaemon(true);
        late.start();
    }
}
