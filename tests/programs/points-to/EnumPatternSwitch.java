// since: 21

/** Enum constants among the cases of a pattern switch (enumSwitch, and typeSwitch with labels). */
public class EnumPatternSwitch {
    sealed interface Suit permits Plain, Trump {}

    enum Plain implements Suit {
        HEARTS,
        SPADES
    }

    static final class Trump implements Suit {}

    static Object mixed(Suit suit) {
        return switch (suit) {
            case Plain.HEARTS -> new Object();
            case Plain plain -> {
                see(plain);  // points to: Plain@8 Plain@9
                yield new Object();
            }
            case Trump trump -> {
                see(trump);  // points to: Trump@39
                yield trump;
            }
        };
    }

    static Object guarded(Plain plain) {
        return switch (plain) {
            case HEARTS -> new Object();
            case Plain other when other.ordinal() == 1 -> other;
            default -> null;
        };
    }

    public static void main(String[] args) {
        see(mixed(Plain.HEARTS));  // points to: Object@16 Object@19 Trump@39
        mixed(Plain.SPADES);
        mixed(new Trump());
        see(guarded(Plain.SPADES));  // points to: Object@30 Plain@9
    }

    static void see(Object o) {}
}
