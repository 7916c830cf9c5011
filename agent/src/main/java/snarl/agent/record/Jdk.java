package snarl.agent.record;

import java.lang.module.ModuleDescriptor;
import java.lang.module.ResolvedModule;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Which classes are the JDK's: those of modules that the run-time image holds. */
final class Jdk {
    private final Map<String, Module> modulesOfPackages = new HashMap<>();
    private final Map<String, Module> modules = new HashMap<>();

    Jdk() {
        for (ResolvedModule resolved : ModuleLayer.boot().configuration().modules()) {
            Optional<URI> location = resolved.reference().location();
            if (location.isPresent() && "jrt".equals(location.get().getScheme())) {
                ModuleDescriptor descriptor = resolved.reference().descriptor();
                Module module = ModuleLayer.boot().findModule(descriptor.name()).orElseThrow();
                modules.put(module.getName(), module);
                for (String name : descriptor.packages()) {
                    modulesOfPackages.put(name, module);
                }
            }
        }
    }

    boolean holds(Module module) {
        return module.isNamed() && modules.get(module.getName()) == module;
    }

    boolean holds(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        return element.isPrimitive() || holds(element.getModule());
    }

    /** The JDK's class of a name with dots, or null; the class is not initialized. */
    Class<?> find(String name) {
        if (name.startsWith("[")) {
            return Object[].class;
        }
        int dot = name.lastIndexOf('.');
        Module module = dot < 0 ? null : modulesOfPackages.get(name.substring(0, dot));
        return module == null ? null : Class.forName(module, name);
    }
}
