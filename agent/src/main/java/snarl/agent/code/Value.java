package snarl.agent.code;

/**
 * What is known of a value on the stack.
 *
 * @param kind what it is
 * @param variable the local variable that it was read from, when nothing had changed it yet
 * @param number what was added to that; or the constant
 * @param field of a final field of {@code this}, the instruction that read it
 */
record Value(Kind kind, int variable, int number, Instruction field) {
    /** What a value is. */
    enum Kind {
        UNKNOWN,
        CONSTANT,
        /** A reference in a local variable. */
        LOCAL,
        /** A number in a local variable, with a constant added. */
        INDEX,
        /** A final field of the receiver. */
        FINAL
    }

    static final Value UNKNOWN = new Value(Kind.UNKNOWN, -1, 0, null);

    static Value constant(int number) {
        return new Value(Kind.CONSTANT, -1, number, null);
    }

    static Value local(int variable) {
        return new Value(Kind.LOCAL, variable, 0, null);
    }

    static Value index(int variable, int added) {
        return new Value(Kind.INDEX, variable, added, null);
    }

    static Value ofThis(Instruction field) {
        return new Value(Kind.FINAL, 0, 0, field);
    }

    boolean is(Kind other) {
        return kind == other;
    }

    boolean isThis() {
        return kind == Kind.LOCAL && variable == 0;
    }

    /** A name of what it is, as long as no variable changes; null if nobody knows. */
    String key() {
        return switch (kind) {
            case UNKNOWN -> null;
            case CONSTANT -> "#" + number;
            case LOCAL -> "v" + variable;
            case INDEX -> "v" + variable + "+" + number;
            case FINAL -> "this." + field.name();
        };
    }
}
