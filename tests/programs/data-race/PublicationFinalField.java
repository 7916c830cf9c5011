import java.util.HashMap;
import java.util.Map;

/** Filled in the constructor, held by a final field, only read afterwards. */
public class PublicationFinalField {
    private final Map<String, Integer> ports = new HashMap<>();
    private final int[] defaults;

    public PublicationFinalField() {
        ports.put("http", 80);
        ports.put("https", 443);
        defaults = new int[2];
        defaults[0] = 8080;
    }

    public int portOk(String name) {
        Integer port = ports.get(name);
        return port != null ? port : defaults[0];
    }
}
