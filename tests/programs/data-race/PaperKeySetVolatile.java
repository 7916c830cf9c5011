import java.util.Collections;
import java.util.Set;

/** Paper 1, section 3, to the letter: the field is volatile, hence no data race by Java's rules. */
public class PaperKeySetVolatile {
    private volatile Set<String> keySet = null;

    public Set<String> keySetOk() {
        if (keySet == null) {
            keySet = Collections.synchronizedSet(Collections.emptySet());
        }
        return keySet;
    }
}
