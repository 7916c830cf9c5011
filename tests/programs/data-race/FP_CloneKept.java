// snarl: --open FP_CloneKept
import java.util.HashMap;
import java.util.Map;

/** A store keeps a copy of what it is given, and gives a copy away: its own is used under its monitor alone. */
public class FP_CloneKept {
    public static class Trigger implements Cloneable {
        private String id;

        @Override
        public Trigger clone() {
            try {
                return (Trigger) super.clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private final Map<String, Trigger> triggers = new HashMap<>();

    public synchronized void storeOk(String name, Trigger trigger) {
        triggers.put(name, trigger.clone());
    }

    public synchronized Trigger acquireOk(String name) {
        Trigger own = triggers.get(name);
        own.id = name;  // false alarm: data-race FP_CloneKept$Trigger.id (note)
        return own.clone();
    }

    public String firedOk(Trigger trigger) {
        return trigger.id;
    }
}
