import java.util.ArrayList;
import java.util.List;

/** The getter makes a copy under the lock. */
public class ContainerCopied {
    private final List<String> names = new ArrayList<>();

    synchronized void addOk(String name) {
        names.add(name);
    }

    synchronized List<String> namesOk() {
        return new ArrayList<>(names);
    }

    public static void main(String[] args) {
        ContainerCopied shared = new ContainerCopied();
        new Thread(() -> shared.addOk("Ada")).start();
        for (String name : shared.namesOk()) {
            System.out.println(name);
        }
    }
}
