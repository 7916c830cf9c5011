/** A lazy cache of an immutable value: made twice at worst, and equal. */
public class NoteLazyImmutable {
    private final int number;
    private String shown;

    public NoteLazyImmutable(int number) {
        this.number = number;
    }

    public String showBad() {
        String known = shown;
        if (known == null) {
            known = "number " + number;
            shown = known;  // expect: data-race NoteLazyImmutable.shown (note)
        }
        return known;
    }
}
