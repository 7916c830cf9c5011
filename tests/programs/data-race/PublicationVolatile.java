/** Published through a volatile field, and not changed afterwards. */
public class PublicationVolatile {
    static class Settings {
        int port;
        String host;
    }

    private static volatile Settings settings;

    static void publishOk() {
        Settings made = new Settings();
        made.port = 8080;
        made.host = "localhost";
        settings = made;
    }

    public static void main(String[] args) {
        new Thread(PublicationVolatile::publishOk).start();
        Settings seen = settings;
        if (seen != null) {
            System.out.println(seen.host + ":" + seen.port);
        }
    }
}
