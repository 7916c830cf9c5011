/** Made and filled without a lock, published and fetched with it, then only read. */
public class PublicationUnderLock {
    static class Report {
        String title;
    }

    private Report report;

    void makeOk() {
        Report made = new Report();
        made.title = "monthly";
        synchronized (this) {
            report = made;
        }
    }

    synchronized Report report() {
        return report;
    }

    public static void main(String[] args) {
        PublicationUnderLock shared = new PublicationUnderLock();
        new Thread(shared::makeOk).start();
        Report seen = shared.report();
        if (seen != null) {
            System.out.println(seen.title);
        }
    }
}
