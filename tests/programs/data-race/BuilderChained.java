/** A builder is shared once it is filled, each call on what the last one gave back. */
public class BuilderChained {
    private volatile StringBuilder last = new StringBuilder();

    public void showOk(int number) {
        StringBuilder text = new StringBuilder();
        text.append("number ").append(number).append('.');
        text.append((Object) this).append(", the last one");
        last = text;
    }

    public synchronized int length() {
        return last.length();
    }
}
