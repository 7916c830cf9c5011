import java.util.ArrayList;
import java.util.List;

/** Who takes the full batch puts a new one in its place, under the lock: the full one, with its list, is his. */
public class FP_BatchReplaced {
    static class Batch {
        final List<String> lines = new ArrayList<>();
    }

    private Batch current = new Batch();

    synchronized void appendOk(String line) {
        current.lines.add(line);
    }

    private synchronized Batch nextOk() {
        Batch full = current;
        current = new Batch();
        return full;
    }

    void writeOk() {
        for (String line : nextOk().lines) {  // false alarm: data-race container FP_BatchReplaced$Batch.lines
            System.out.println(line);
        }
    }

    public static void main(String[] args) {
        FP_BatchReplaced journal = new FP_BatchReplaced();
        new Thread(() -> journal.appendOk("one")).start();
        new Thread(() -> journal.appendOk("two")).start();
        journal.writeOk();
    }
}
