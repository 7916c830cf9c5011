import java.util.concurrent.atomic.AtomicReference;

/** Published through an AtomicReference, complete when it is set. */
public class PublicationAtomicReference {
    static class Settings {
        int port;
    }

    private static final AtomicReference<Settings> CURRENT = new AtomicReference<>();

    static void publishOk() {
        Settings made = new Settings();
        made.port = 8080;
        CURRENT.set(made);
    }

    public static void main(String[] args) {
        new Thread(PublicationAtomicReference::publishOk).start();
        Settings seen = CURRENT.get();
        if (seen != null) {
            System.out.println(seen.port);
        }
    }
}
