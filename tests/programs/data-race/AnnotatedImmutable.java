/** A class that says that it is immutable: its lazy field is its own affair. */
public class AnnotatedImmutable {
    @interface Immutable {}

    @Immutable
    public static final class NameOk {
        private final String text;
        private int hash;

        public NameOk(String text) {
            this.text = text;
        }

        public int hash() {
            if (hash == 0) {
                hash = text.hashCode();
            }
            return hash;
        }
    }
}
