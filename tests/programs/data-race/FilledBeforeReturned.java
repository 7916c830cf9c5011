// snarl: --open FilledBeforeReturned*

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/** A list that a factory gives to what it makes, and fills before it returns that. */
public class FilledBeforeReturned {
    /** A value of which the lists never change once it is known. */
    public static class Value {
        public static final Value EMPTY = new Value(Collections.unmodifiableList(new ArrayList<>()));

        public final List<Value> array;
        public final Object object;

        public Value() {
            this(null, null);
        }

        public Value(List<Value> array) {
            this(array, null);
        }

        private Value(List<Value> array, Object object) {
            this.array = array;
            this.object = array == null ? object : array;
        }

        public int sizeOk() {
            return array == null ? 0 : array.size();
        }
    }

    public static Value ofOk(Collection<?> list) {
        Value value = new Value(new ArrayList<>());
        for (Object item : list) {
            value.array.add(toValueOk(item));
        }
        return value;
    }

    public static Value toValueOk(Object item) {
        if (item instanceof Value) {
            return (Value) item;
        }
        if (item instanceof List) {
            @SuppressWarnings("unchecked")
            List<Value> list = (List<Value>) item;
            return new Value(list);
        }
        if (item instanceof Collection) {
            return ofOk((Collection<?>) item);
        }
        return new Value();
    }

    /** A value that others know before its list is full. */
    public static class Early {
        private static volatile Early last;

        public final List<String> names;

        private Early(List<String> names, Object owner) {
            this.names = names;
        }

        public static Early ofBad() {
            Early early = new Early(new ArrayList<>(), null);
            last = early;
            early.names.add("one");  // expect: data-race FilledBeforeReturned$Early.names
            return early;
        }

        public static int lastBad() {
            return last.names.size();
        }
    }

    /** A value whose list others know before it is full. */
    public static class Listed {
        private static volatile List<String> last;

        public final List<String> names;

        private Listed(List<String> names, boolean isLast) {
            this.names = names;
            if (isLast) {
                last = names;
            }
        }

        public static Listed ofBad(boolean isLast) {
            Listed listed = new Listed(new ArrayList<>(), isLast);
            listed.names.add("one");  // expect: data-race FilledBeforeReturned$Listed.last
            return listed;
        }

        public static int lastBad() {
            return last.size();
        }
    }
}
