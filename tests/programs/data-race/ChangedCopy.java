// snarl: --open ChangedCopy
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Settings that never change: who wants others gets a changed copy. */
public class ChangedCopy implements Cloneable {
    private List<String> rules = Collections.emptyList();
    private List<String> log = new ArrayList<>();
    private double version;

    @Override
    protected ChangedCopy clone() {
        try {
            return (ChangedCopy) super.clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    public ChangedCopy withRuleOk(String rule) {
        ChangedCopy result = clone();
        result.rules = new ArrayList<>(rules);
        result.rules.add(rule);
        return result;
    }

    public ChangedCopy withVersionOk(double version) {
        ChangedCopy result = clone();
        result.version = version;
        return result;
    }

    /** The copy has the list of what it was copied from. */
    public ChangedCopy withLogBad(String line) {
        ChangedCopy result = clone();
        result.log.add(line);  // expect: data-race container ChangedCopy.log
        return result;
    }

    public boolean allowsOk(String name) {
        return version > 1 && rules.contains(name);
    }
}
