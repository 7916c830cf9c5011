/**
 * What one caller asks for and reads: one method takes a lock to count, gives it back, and then fills the rest. What
 * it touches behind the block is not what the lock is for.
 */
public class OpenShortBlock {
    private static final Object COUNTING = new Object();

    private int asked;
    private int status;
    private int length;
    private String head;
    private String body;
    private String type;

    public void ask(String text) {
        synchronized (COUNTING) {
            asked++;  // expect: data-race OpenShortBlock.asked
        }
        status = text.length();  // expect: data-race OpenShortBlock.status (note)
        body = text;  // expect: data-race OpenShortBlock.body (note)
    }

    public int askedBad() {
        return asked;
    }

    public int statusBad() {
        return status;
    }

    public String bodyBad() {
        return body;
    }

    public void lengthBad(int wanted) {
        length = wanted;  // expect: data-race OpenShortBlock.length (note)
    }

    public void headBad(String wanted) {
        head = wanted;  // expect: data-race OpenShortBlock.head (note)
    }

    public void typeBad(String wanted) {
        type = wanted;  // expect: data-race OpenShortBlock.type (note)
    }

    public int lengthOfAll() {
        return length + head.length() + type.length();
    }

    public String shown() {
        return head + type;
    }
}
