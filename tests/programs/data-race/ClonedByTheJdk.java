import java.util.HashMap;
import java.util.LinkedHashMap;

/** What `clone` of a collection gives is new, whichever class of the JDK declares it; the original is not. */
public class ClonedByTheJdk extends LinkedHashMap<String, String> {
    private int changes;

    @Override
    public synchronized Object clone() {
        ClonedByTheJdk copy = (ClonedByTheJdk) super.clone();
        copy.changes = 0;
        return copy;
    }

    synchronized HashMap<String, String> copiedOk() {
        HashMap<String, String> copy = (HashMap<String, String>) clone();
        copy.put("copied", "yes");
        return copy;
    }

    void countBad() {
        changes++; // expect: data-race ClonedByTheJdk.changes
    }

    public static void main(String[] args) {
        ClonedByTheJdk shared = new ClonedByTheJdk();
        Runnable work = () -> {
            shared.copiedOk();
            shared.countBad();
        };
        new Thread(work).start();
        work.run();
    }
}
