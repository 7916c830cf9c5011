/** A fluent object that is made, filled and read within one call. */
public class OpenBuilder {
    private static class Text {
        private int length;
        private final StringBuilder out = new StringBuilder();

        Text add(String part) {
            out.append(part);
            length += part.length();
            return this;
        }
    }

    public String makeOk(String name) {
        Text text = new Text().add("hello ").add(name);
        return text.out.toString() + text.length;
    }
}
