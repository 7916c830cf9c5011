package snarl.agent.loading;

import java.lang.module.ModuleDescriptor;
import java.lang.module.ResolvedModule;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Which classes are the JDK's: those of modules that the run-time image holds. */
public final class Jdk {
    private final Map<String, Module> modulesOfPackages = new HashMap<>();
    private final Map<String, Module> modules = new HashMap<>();

    /** Asks the boot layer. */
    public Jdk() {
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

    /**
     * Whether a module is the JDK's.
     *
     * @param module any module
     * @return whether it is
     */
    public boolean holds(Module module) {
        return module.isNamed() && modules.get(module.getName()) == module;
    }

    /**
     * Whether a class is the JDK's; an array is what its elements are.
     *
     * @param type any class
     * @return whether it is
     */
    public boolean holds(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        return element.isPrimitive() || holds(element.getModule());
    }

    /**
     * The JDK's class of a name; it is not initialized.
     *
     * @param name the name, with dots
     * @return the class, or null
     */
    public Class<?> find(String name) {
        if (name.startsWith("[")) {
            return Object[].class;
        }
        int dot = name.lastIndexOf('.');
        Module module = dot < 0 ? null : modulesOfPackages.get(name.substring(0, dot));
        return module == null ? null : Class.forName(module, name);
    }
}
