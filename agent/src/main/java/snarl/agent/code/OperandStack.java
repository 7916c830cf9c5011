package snarl.agent.code;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * What is on the stack, as far as straight code tells. A long or a double takes two slots. What was
 * there before, nobody knows.
 */
final class OperandStack {
    /** For each opcode from 0 on, how many slots it takes and how many it leaves; "--": see below. */
    private static final String EFFECTS =
            "00" + "01".repeat(8) + "0202" + "010101" + "0202" + "0101" // constants
                    + "------" // ldc
                    + "0102010201" + "--".repeat(20) // loads
                    + "2122212221212121" // elements
                    + "1020102010" + "--".repeat(20) // stores
                    + "3040304030303030" // elements
                    + "1020" + "--".repeat(7) // pop, dup, swap
                    + "21422142".repeat(5) // add, sub, mul, div, rem
                    + "11221122" // neg
                    + "213221322132" // shifts
                    + "214221422142" // and, or, xor
                    + "00" // iinc
                    + "121112" + "212122" + "111212" + "212221" + "111111" // conversions
                    + "4121214141" // comparisons
                    + "10".repeat(6) + "20".repeat(8) // if
                    + "00" + "----" + "1010" // goto, jsr, ret, switches
                    + "102010201000" // returns
                    + "--".repeat(9) // fields, calls
                    + "01111111" + "1011111010" // new, arrays, types, monitors
                    + "----" + "1010"; // wide, multianewarray, ifnull

    private final Deque<Value> values = new ArrayDeque<>();
    private final Predicate<Instruction> isFinalOfThis;

    /**
     * @param isFinalOfThis whether a read of a field of the receiver gives the same each time
     */
    OperandStack(Predicate<Instruction> isFinalOfThis) {
        this.isFinalOfThis = isFinalOfThis;
    }

    /** Nothing is known any more. */
    void clear() {
        values.clear();
    }

    boolean has(Predicate<Value> wanted) {
        return values.stream().anyMatch(wanted);
    }

    /** A local variable changes: what was read from it is now something else. */
    void forget(Predicate<Value> isChanged) {
        List<Value> kept = new ArrayList<>(values);
        values.clear();
        for (Value value : kept) {
            values.addLast(isChanged.test(value) ? Value.UNKNOWN : value);
        }
    }

    /** What is so many slots below the top. */
    Value peek(int depth) {
        int at = 0;
        for (Value value : values) {
            if (at++ == depth) {
                return value;
            }
        }
        return Value.UNKNOWN;
    }

    private Value pop() {
        return values.isEmpty() ? Value.UNKNOWN : values.pop();
    }

    private void push(Value value) {
        values.push(value);
    }

    private void replace(int taken, int left) {
        for (int i = 0; i < taken; i++) {
            pop();
        }
        for (int i = 0; i < left; i++) {
            push(Value.UNKNOWN);
        }
    }

    /** What an instruction does to the stack. */
    void execute(Instruction it) {
        if (it.isConstant()) {
            push(Value.constant(it.number()));
            return;
        }
        switch (it.opcode()) {
            case Opcodes.ALOAD -> push(Value.local(it.variable()));
            case Opcodes.ILOAD -> push(Value.index(it.variable(), 0));
            case Opcodes.IADD -> add(1);
            case Opcodes.ISUB -> add(-1);
            case Opcodes.LDC -> replace(0, it.isWide() ? 2 : 1);
            case Opcodes.GETFIELD -> {
                boolean isSame = pop().isThis() && isFinalOfThis.test(it);
                replace(0, Type.getType(it.descriptor()).getSize());
                if (isSame && it.descriptor().length() > 1) {
                    pop();
                    push(Value.ofThis(it));
                }
            }
            case Opcodes.PUTFIELD -> replace(1 + Type.getType(it.descriptor()).getSize(), 0);
            case Opcodes.GETSTATIC -> replace(0, Type.getType(it.descriptor()).getSize());
            case Opcodes.PUTSTATIC -> replace(Type.getType(it.descriptor()).getSize(), 0);
            case Opcodes.MULTIANEWARRAY -> replace(it.number(), 1);
            default -> rest(it);
        }
    }

    private void rest(Instruction it) {
        if (it.isInvoke()) {
            int left = Type.getReturnType(it.descriptor()).getSize();
            replace(MethodCode.argumentSlots(it), left);
        } else if (it.opcode() >= Opcodes.DUP && it.opcode() <= Opcodes.SWAP) {
            copy(it.opcode());
        } else {
            char taken = EFFECTS.charAt(2 * it.opcode());
            if (taken == '-') {
                clear();
            } else {
                replace(taken - '0', EFFECTS.charAt(2 * it.opcode() + 1) - '0');
            }
        }
    }

    private void add(int sign) {
        Value added = pop();
        Value to = pop();
        boolean isKnown = to.is(Value.Kind.INDEX) && added.is(Value.Kind.CONSTANT);
        push(
                isKnown
                        ? Value.index(to.variable(), to.number() + sign * added.number())
                        : Value.UNKNOWN);
    }

    private void copy(int opcode) {
        Value one = pop();
        if (opcode == Opcodes.DUP) {
            pushAll(one, one);
            return;
        }
        Value two = pop();
        switch (opcode) {
            case Opcodes.SWAP -> pushAll(one, two);
            case Opcodes.DUP_X1 -> pushAll(one, two, one);
            case Opcodes.DUP2 -> pushAll(two, one, two, one);
            case Opcodes.DUP_X2 -> pushAll(one, pop(), two, one);
            case Opcodes.DUP2_X1 -> pushAll(two, one, pop(), two, one);
            default -> {
                Value three = pop();
                Value four = pop();
                pushAll(two, one, four, three, two, one);
            }
        }
    }

    /** From below to above. */
    private void pushAll(Value... pushed) {
        for (Value value : pushed) {
            push(value);
        }
    }
}
