import java.util.ArrayList;
import java.util.List;

/** A volatile flag says that something has been made under a lock, once and for all. */
public class DoubleCheckedFlag {
    private volatile boolean isMade;
    private List<String> names;
    private int size;
    private int uses;

    List<String> namesOk() {
        if (!isMade) {
            synchronized (this) {
                if (!isMade) {
                    List<String> made = new ArrayList<>();
                    made.add("first");
                    names = made;
                    size = made.size();
                    isMade = true;
                }
            }
        }
        return names;
    }

    int sizeOk() {
        return isMade ? size : 0;
    }

    void useBad() {
        if (isMade) {
            uses++;  // expect: data-race DoubleCheckedFlag.uses
        }
    }

    public static void main(String[] args) {
        DoubleCheckedFlag shared = new DoubleCheckedFlag();
        for (int i = 0; i < 3; i++) {
            new Thread(() -> {
                System.out.println(shared.namesOk().size() + shared.sizeOk());
                shared.useBad();
            }).start();
        }
    }
}
