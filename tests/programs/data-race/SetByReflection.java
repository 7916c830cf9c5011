import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** A reader sets the fields of whatever class it is given: that is no reason to take two lists for one. */
public class SetByReflection {
    /** Nothing says that it is for several threads. */
    public static class Row {
        private final List<String> cells = new ArrayList<>();

        public void add(String cell) {
            cells.add(cell);  // expect: data-race container SetByReflection$Row.cells (note)
        }

        public int size() {
            return cells.size();
        }
    }

    /** Whoever has a table of names may ask at any time. */
    public static class Names {
        private final List<String> known = List.of("a", "b");
        private final List<String> asked = new ArrayList<>();
        private final ConcurrentMap<String, Integer> places = new ConcurrentHashMap<>();

        public int placeOk(String name) {
            return places.computeIfAbsent(name, known::indexOf);
        }

        public void askBad(String name) {
            asked.add(name);  // expect: data-race container SetByReflection$Names.asked
        }
    }

    /** Reads objects of any class. */
    public static class Reader {
        private final Map<Class<?>, Field[]> fields = new ConcurrentHashMap<>();

        public Object read(Class<?> type, Map<String, ?> values) throws ReflectiveOperationException {
            Object made = type.getDeclaredConstructor().newInstance();
            for (Field field : fields.computeIfAbsent(type, Class::getDeclaredFields)) {
                field.setAccessible(true);
                field.set(made, value(field.getType(), values.get(field.getName())));
            }
            return made;
        }

        private static Object value(Class<?> type, Object given) {
            if (type == List.class) {
                List<Object> list = new ArrayList<>();
                list.add(given);
                return list;
            }
            return type == Map.class ? new HashMap<>() : given;
        }

        public Object row(Map<String, ?> values) throws ReflectiveOperationException {
            return read(Row.class, values);
        }

        public Object names(Map<String, ?> values) throws ReflectiveOperationException {
            return read(Names.class, values);
        }
    }
}
