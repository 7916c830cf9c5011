/** Published through a plain static field: the reader may see it half-made, or never. */
public class PublicationPlain {
    static class Settings {
        private int port;

        Settings(int port) {
            this.port = port;
        }
    }

    private static Settings settings;

    static void publishBad() {
        settings = new Settings(8080);  // expect: data-race PublicationPlain.settings
    }

    public static void main(String[] args) {
        new Thread(PublicationPlain::publishBad).start();
        Settings seen = settings;
        if (seen != null) {
            System.out.println(seen.port);
        }
    }
}
