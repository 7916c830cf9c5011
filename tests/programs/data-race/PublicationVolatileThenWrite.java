/** Published through a volatile field, and changed afterwards. */
public class PublicationVolatileThenWrite {
    static class Settings {
        int port;
    }

    private static volatile Settings settings;

    static void publishBad() {
        Settings made = new Settings();
        settings = made;
        made.port = 8080;  // expect: data-race PublicationVolatileThenWrite$Settings.port
    }

    public static void main(String[] args) {
        new Thread(PublicationVolatileThenWrite::publishBad).start();
        Settings seen = settings;
        if (seen != null) {
            System.out.println(seen.port);
        }
    }
}
