// resource: META-INF/services/ReflectServices$Plugin: ReflectServices$First
// resource: META-INF/services/ReflectServices$Plugin: # a comment
// resource: META-INF/services/ReflectServices$Plugin: ReflectServices$Second # another

import java.util.ServiceLoader;

/** ServiceLoader makes an instance of each provider that META-INF/services names. */
public class ReflectServices {
    public interface Plugin {
        Object work();
    }

    public static class First implements Plugin {
        public First() {  // reached
        }

        @Override
        public Object work() {  // reached
            return new Object();
        }
    }

    public static class Second implements Plugin {
        @Override
        public Object work() {  // reached
            return new Object();
        }
    }

    public static class Unlisted implements Plugin {
        @Override
        public Object work() {  // unreached
            return null;
        }
    }

    public static void main(String[] args) {
        for (Plugin plugin : ServiceLoader.load(Plugin.class)) {
            see(plugin.work());  // points to: Object@19 Object@26; calls: First.work, Second.work
        }
    }

    static void see(Object o) {}
}
