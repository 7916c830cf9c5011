/** As String does it: whoever comes first computes, and all compute the same. */
public class NoteLazyHash {
    private final String text;
    private int hash;

    public NoteLazyHash(String text) {
        this.text = text;
    }

    public int lazyBad() {
        int known = hash;
        if (known == 0) {
            known = text.length() * 31;
            hash = known;  // expect: data-race NoteLazyHash.hash (note)
        }
        return known;
    }
}
