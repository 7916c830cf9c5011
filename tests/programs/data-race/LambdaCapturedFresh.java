import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** What a lambda fills on the same thread, before another thread is given it. */
public class LambdaCapturedFresh {
    private final ConcurrentHashMap<String, String> map = new ConcurrentHashMap<>();

    public void refreshOk(String key, CompletableFuture<String> loading) {
        long[] start = new long[1];
        map.computeIfAbsent(key, it -> {
            start[0] = System.nanoTime();
            return it;
        });
        loading.whenComplete((value, error) -> System.out.println(System.nanoTime() - start[0]));
    }

    private volatile List<String> last;

    public void copyOk(List<String> given) {
        List<String> found = new ArrayList<>();
        given.forEach(it -> found.add(it));
        last = found;
    }

    public int sizeOk() {
        List<String> found = last;
        return found == null ? 0 : found.size();
    }
}
