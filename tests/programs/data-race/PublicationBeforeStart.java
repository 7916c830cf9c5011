/** What is written before start is seen by the thread. */
public class PublicationBeforeStart {
    static class Settings {
        int port;
    }

    private static Settings settings;

    static void readOk() {
        System.out.println(settings.port);
    }

    public static void main(String[] args) {
        Settings made = new Settings();
        made.port = 8080;
        settings = made;
        new Thread(PublicationBeforeStart::readOk).start();
        new Thread(PublicationBeforeStart::readOk).start();
    }
}
