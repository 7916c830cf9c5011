import java.lang.reflect.Method;
import java.util.Map;

/**
 * What is set by reflection, by a name that is read somewhere, may be any of the settings: a note, also if constructors
 * call the setters for what nobody knows yet. Who calls a setter by its name for what others know is told as ever.
 */
public class NoteSetByAnyName {
    public static class Settings {
        private int size;
        private int limit;
        private int delay;
        private int least;
        private int most;

        public Settings(int number) {
            setSize(number);
            setLimit(number);
            setDelay(number);
            setLeast(number);
            setMost(number);
        }

        public void setSize(int size) {
            this.size = size;  // expect: data-race NoteSetByAnyName$Settings.size (note)
        }

        public void setLimit(int limit) {
            this.limit = limit;  // expect: data-race NoteSetByAnyName$Settings.limit
        }

        public void setDelay(int delay) {
            this.delay = delay;
        }

        public void setLeast(int least) {
            this.least = least;
        }

        public void setMost(int most) {
            this.most = most;
        }
    }

    private static Settings shared;

    static Settings make(int number) {
        return new Settings(number);
    }

    static Settings load(Map<String, Integer> values) throws ReflectiveOperationException {
        Settings made = shared == null ? make(2) : shared;
        for (Map.Entry<String, Integer> value : values.entrySet()) {
            Method setter = Settings.class.getMethod("set" + value.getKey(), int.class);
            setter.invoke(made, value.getValue());
        }
        return made;
    }

    static void useBad() {
        System.out.println(shared.size);
        System.out.println(shared.limit);
    }

    public static void main(String[] args) throws Exception {
        shared = make(1);
        new Thread(NoteSetByAnyName::useBad).start();
        load(Map.of("Size", 2));
        shared.setLimit(3);
    }
}
