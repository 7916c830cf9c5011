import java.util.List;

/** Immutable snapshots, but in a field that is not volatile. */
public class SnapshotPlain {
    private List<String> names = List.of();

    synchronized void addBad(String name) {
        names = List.of(name, "and others");  // expect: data-race SnapshotPlain.names
    }

    int size() {
        return names.size();
    }

    public static void main(String[] args) {
        SnapshotPlain shared = new SnapshotPlain();
        new Thread(() -> shared.addBad("a")).start();
        System.out.println(shared.size());
    }
}
