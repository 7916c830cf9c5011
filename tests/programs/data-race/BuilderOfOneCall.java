// snarl: --open BuilderOfOneCall
import java.util.Arrays;

/** A builder lives in one call; what it builds takes its array, and is never written again. */
public class BuilderOfOneCall {
    public static final class Frozen {
        private final Object[] elements;

        Frozen(Object[] elements) {
            this.elements = elements;
        }

        public Object getOk(int index) {
            return elements[index];
        }
    }

    static final class Builder {
        private Object[] elements = new Object[4];
        private int size;

        Builder add(Object element) {
            if (size == elements.length) {
                elements = Arrays.copyOf(elements, size * 2);
            }
            elements[size++] = element;
            return this;
        }

        Frozen build() {
            return new Frozen(elements);
        }
    }

    public Frozen copyOk(Iterable<?> source) {
        Builder builder = new Builder();
        for (Object element : source) {
            builder.add(element);
        }
        return builder.build();
    }
}
