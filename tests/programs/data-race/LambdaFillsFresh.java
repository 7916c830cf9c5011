import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Lambdas that fill what a method has made for them, before others know it; and such as come too late. */
public class LambdaFillsFresh {
    static final class Settings {
        private int port;
        private int limit;

        void setPortOk(int number) {
            port = number;
        }

        void setLimitBad(int number) {
            limit = number;  // expect: data-race LambdaFillsFresh$Settings.limit
        }
    }

    private static volatile Settings settings = new Settings();
    private static volatile Map<String, String> names = new HashMap<>();
    private static volatile Map<String, String> shared = new HashMap<>();

    private static synchronized void changeOk(Consumer<Settings> change) {
        Settings next = new Settings();
        change.accept(next);
        settings = next;
    }

    private static synchronized void changeLate(Consumer<Settings> change) {
        Settings next = new Settings();
        settings = next;
        change.accept(next);
    }

    private static synchronized void renameOk(UnaryOperator<Map<String, String>> change) {
        names = change.apply(new HashMap<>(names));
    }

    private static synchronized void renameSharedBad(Consumer<Map<String, String>> change) {
        change.accept(shared);
    }

    public static void main(String[] args) {
        int port = args.length;
        new Thread(() -> {
            Settings now = settings;
            System.out.println(now.port + now.limit + names.get("a") + shared.get("a"));
        }).start();
        changeOk(next -> next.setPortOk(port));
        changeOk(next -> next.setPortOk(port + 1));
        changeLate(next -> next.setLimitBad(port));
        renameOk(next -> {
            next.put("a", "b");
            return next;
        });
        renameSharedBad(next -> next.put("a", "b"));  // expect: data-race LambdaFillsFresh.shared
    }
}
