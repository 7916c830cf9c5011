import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A list that is an empty one of the JDK's until somebody adds: that one never changes. */
public class EmptyUntilCopied implements Runnable {
    static class Rules {
        List<String> allowed = Collections.emptyList();
        List<String> denied = Collections.singletonList("root");

        void allow(String name) {
            if (allowed.isEmpty()) {
                allowed = new ArrayList<>();
            }
            allowed.add(name);
        }
    }

    static final Rules SHARED = new Rules();

    /** Each has its own rules; what all have in common is the empty list. */
    void ownOk() {
        Rules rules = new Rules();
        rules.allow("a");
        System.out.println(rules.allowed + " but " + rules.denied);
    }

    void sharedBad() {
        SHARED.allowed = new ArrayList<>(SHARED.allowed);  // expect: data-race EmptyUntilCopied$Rules.allowed
        SHARED.allowed.add("b");  // expect: data-race container EmptyUntilCopied$Rules.allowed
    }

    @Override
    public void run() {
        ownOk();
        sharedBad();
    }

    public static void main(String[] args) {
        new Thread(new EmptyUntilCopied()).start();
        new Thread(new EmptyUntilCopied()).start();
    }
}
