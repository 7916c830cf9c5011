/**
 * A codec that each caller has for itself: one method of many is synchronized, which says something of what
 * that method touches, and nothing of the rest.
 */
public class OpenOneSynchronizedGetter {
    private int window;
    private int pending;
    private int level;
    private int strategy;
    private int checksum;
    private int total;
    private String header;

    public synchronized String header() {
        return header;
    }

    public void setHeaderBad(String text) {
        header = text;  // expect: data-race OpenOneSynchronizedGetter.header
    }

    public void fillBad(int bytes) {
        window += bytes;  // expect: data-race OpenOneSynchronizedGetter.window (note)
    }

    public void sendBad(int bits) {
        pending = pending << bits;  // expect: data-race OpenOneSynchronizedGetter.pending (note)
    }

    public void levelBad(int wanted) {
        level = wanted;  // expect: data-race OpenOneSynchronizedGetter.level (note)
    }

    public void strategyBad(int wanted) {
        strategy = wanted;  // expect: data-race OpenOneSynchronizedGetter.strategy (note)
    }

    public void checkBad(int bytes) {
        checksum = checksum * 31 + bytes;  // expect: data-race OpenOneSynchronizedGetter.checksum (note)
    }

    public void countBad(int bytes) {
        total += bytes;  // expect: data-race OpenOneSynchronizedGetter.total (note)
    }

    public int best() {
        return level + strategy;
    }
}
