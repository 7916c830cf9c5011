// snarl: --open OpenArgumentKept
import java.util.ArrayList;
import java.util.List;

/** What callers give, and the object keeps, is shared by all who call it. */
public class OpenArgumentKept {
    private volatile List<String> sink = new ArrayList<>();

    public void keepOk(List<String> target) {
        sink = target;
    }

    public void addBad(String line) {
        sink.add(line);  // expect: data-race container OpenArgumentKept.sink
    }
}
