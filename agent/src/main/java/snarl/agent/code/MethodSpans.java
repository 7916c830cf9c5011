package snarl.agent.code;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import org.objectweb.asm.Opcodes;

/** Which accesses of a method need no hook of their own. */
public final class MethodSpans {
    /** Of a method of which nothing is known. */
    public static final MethodSpans NONE = new MethodSpans(null, null, offset -> false);

    private final ClassCode type;
    private final MethodCode code;
    private final IntPredicate isWanted;

    /** Counted loops, in the order of the code. */
    public final List<CountedLoop> loops = new ArrayList<>();

    private final Set<Integer> repeated = new HashSet<>();
    private final Map<Integer, CountedLoop.Access> inLoops = new HashMap<>();

    private MethodSpans(ClassCode type, MethodCode code, IntPredicate isWanted) {
        this.type = type;
        this.code = code;
        this.isWanted = isWanted;
    }

    /**
     * Looks at a method.
     *
     * @param type its class
     * @param name its name
     * @param descriptor its descriptor
     * @param isWanted which accesses are to be told, by offset
     * @return what need not be told
     */
    public static MethodSpans of(
            ClassCode type, String name, String descriptor, IntPredicate isWanted) {
        MethodCode code = type.method(name, descriptor);
        if (code == null || name.startsWith("<")) {
            return NONE;
        }
        MethodSpans spans = new MethodSpans(type, code, isWanted);
        spans.findRepeated();
        for (int i = 0; i < code.instructions.size(); i++) {
            if (code.instructions.get(i).opcode() == Opcodes.GOTO) {
                spans.findLoop(i);
            }
        }
        return spans;
    }

    /**
     * Whether an access repeats an earlier one, in the same epoch for sure.
     *
     * @param offset of the instruction
     * @return whether it needs no hook
     */
    public boolean isRepeated(int offset) {
        return repeated.contains(offset);
    }

    /**
     * The access of a loop that an instruction is.
     *
     * @param offset of the instruction
     * @return null if it is none
     */
    public CountedLoop.Access inLoop(int offset) {
        return inLoops.get(offset);
    }

    /**
     * Whether a read of a final field is told before the loop that it is in.
     *
     * @param offset of the instruction
     * @return whether it needs no hook
     */
    public boolean isToldBefore(int offset) {
        return loops.stream().anyMatch(loop -> loop.finals().contains(offset));
    }

    // What is repeated in straight code

    private void findRepeated() {
        OperandStack stack = new OperandStack(type::isFinalOfThis);
        Set<String> known = new HashSet<>();
        for (int i = 0; i < code.instructions.size(); i++) {
            Instruction it = code.instructions.get(i);
            if (code.jumps[i] > 0) {
                stack.clear();
                known.clear();
            }
            String location = location(it, stack);
            if (location != null && isWanted.test(it.offset())) {
                boolean isWrite = it.opcode() == Opcodes.PUTFIELD || it.isElementStore();
                if (known.contains("w " + location) || !isWrite && known.contains(location)) {
                    repeated.add(it.offset());
                }
                known.add(isWrite ? "w " + location : location);
            }
            if (!type.isSilent(it) || it.changes(0)) {
                known.clear();
            }
            stack.execute(it);
            if (it.isStore() || it.opcode() == Opcodes.IINC) {
                stack.forget(value -> value.variable() >= 0 && it.changes(value.variable()));
                known.removeIf(each -> names(each, it));
            }
        }
    }

    /** A name of what an instruction accesses, as long as no variable changes; null for none. */
    private String location(Instruction it, OperandStack stack) {
        if (it.isElementLoad() || it.isElementStore()) {
            int above = it.isElementLoad() ? 0 : slots(it);
            String index = stack.peek(above).key();
            String array = stack.peek(above + 1).key();
            return index == null || array == null ? null : array + " [" + index + " ";
        }
        boolean isWrite = it.opcode() == Opcodes.PUTFIELD;
        if (it.opcode() != Opcodes.GETFIELD && !isWrite || type.isFinalOfThis(it)) {
            return null;
        }
        if (!type.isQuiet(it)) {
            return null;
        }
        String object = stack.peek(!isWrite ? 0 : it.isWide() ? 2 : 1).key();
        return object == null ? null : object + " ." + it.owner() + "." + it.name() + " ";
    }

    private static int slots(Instruction store) {
        return store.opcode() == Opcodes.LASTORE || store.opcode() == Opcodes.DASTORE ? 2 : 1;
    }

    private static boolean names(String location, Instruction change) {
        int variable = change.variable();
        for (int each = variable; each <= variable + 1; each++) {
            String name = "v" + each;
            boolean isThere =
                    (" " + location).contains(" " + name + " ")
                            || (" " + location).contains(" " + name + "+")
                            || location.contains("[" + name + " ")
                            || location.contains("[" + name + "+");
            if (change.changes(each) && isThere) {
                return true;
            }
        }
        return false;
    }

    // Loops

    /** The jump back is the last instruction, and nobody else jumps to the first. */
    private void findLoop(int back) {
        int head = code.instructions.get(back).targets()[0];
        if (head >= back || head == 0 || code.jumps[head] != 1) {
            return;
        }
        Instruction count = code.instructions.get(back - 1);
        int test = test(head, back);
        if (test < 0
                || count.opcode() != Opcodes.IINC
                || count.variable() != code.instructions.get(head).variable()
                || count.number() <= 0
                || code.instructions.get(head - 1).isEnd()
                || !isClosed(head, test, back)) {
            return;
        }
        new LoopReader(head, test, back).read();
    }

    /** Where the loop ends, if it does while the count is not below, or above, something; or -1. */
    private int test(int head, int back) {
        if (code.instructions.get(head).opcode() != Opcodes.ILOAD) {
            return -1;
        }
        for (int i = head + 1; i < back; i++) {
            Instruction it = code.instructions.get(i);
            switch (it.opcode()) {
                case Opcodes.IF_ICMPGE, Opcodes.IF_ICMPGT -> {
                    return it.targets()[0] > back ? i : -1;
                }
                case Opcodes.ILOAD,
                        Opcodes.ALOAD,
                        Opcodes.ARRAYLENGTH,
                        Opcodes.GETFIELD,
                        Opcodes.IADD,
                        Opcodes.ISUB -> {
                    if (code.jumps[i] > 0) {
                        return -1;
                    }
                }
                default -> {
                    if (!it.isConstant() || code.jumps[i] > 0) {
                        return -1;
                    }
                }
            }
        }
        return -1;
    }

    /** Whether nobody comes into the loop but by its head, nor leaves it but by its test. */
    private boolean isClosed(int head, int test, int back) {
        for (int i = 0; i < code.instructions.size(); i++) {
            boolean isInside = i >= head && i <= back;
            Instruction it = code.instructions.get(i);
            for (int target : it.targets()) {
                boolean goesInside = target >= head && target <= back;
                boolean isOwn = i == test || i == back;
                if (!isOwn && goesInside != isInside || isInside && i != back && target <= i) {
                    return false;
                }
            }
            if (isInside && (it.isReturn() || it.opcode() == Opcodes.ATHROW)) {
                return false;
            }
        }
        for (MethodCode.Covered each : code.covered) {
            boolean overlaps = each.from() <= back && each.to() > head;
            if (overlaps || each.handler() >= head && each.handler() <= back) {
                return false;
            }
        }
        return true;
    }

    /** Finds what one loop accesses in each turn. */
    private final class LoopReader {
        private final int head;
        private final int test;
        private final int back;
        private final int variable;
        private final List<CountedLoop.Access> accesses = new ArrayList<>();
        private final List<Integer> finals = new ArrayList<>();
        private CountedLoop.Field first;
        private final Set<String> told = new HashSet<>();

        LoopReader(int head, int test, int back) {
            this.head = head;
            this.test = test;
            this.back = back;
            this.variable = code.instructions.get(head).variable();
        }

        void read() {
            for (int i = head; i < back - 1; i++) {
                if (code.instructions.get(i).changes(variable)) {
                    return;
                }
            }
            if (!walk(false)) {
                return;
            }
            walk(true);
            if (accesses.isEmpty() && finals.isEmpty()) {
                return;
            }
            loops.add(
                    new CountedLoop(
                            code.instructions.get(head).offset(),
                            code.instructions.get(test).offset(),
                            code.instructions.get(back).offset(),
                            variable,
                            code.instructions.get(back - 1).number(),
                            accesses,
                            finals,
                            first));
            accesses.forEach(it -> inLoops.put(it.offset(), it));
        }

        /**
         * Writes are gone through first: they tell as much as reads. What a final field of the receiver
         * tells may be told before the loop if its test reads one, for that is always done.
         *
         * @return whether all of the loop is quiet
         */
        private boolean walk(boolean finds) {
            return go(finds, true) && go(finds, false);
        }

        private boolean go(boolean finds, boolean findsWrites) {
            OperandStack stack = new OperandStack(type::isFinalOfThis);
            int joined = 0;
            boolean isKnown = false;
            for (int i = head; i < back; i++) {
                Instruction it = code.instructions.get(i);
                if (code.jumps[i] > 0) {
                    stack.clear();
                }
                boolean isFinalOfThis =
                        it.opcode() == Opcodes.GETFIELD
                                && type.isFinalOfThis(it)
                                && stack.peek(0).isThis()
                                && isConstant(0);
                isKnown |= isFinalOfThis && i < test;
                if (!type.isQuiet(it) && !(isFinalOfThis && isKnown)) {
                    return false;
                }
                if (finds && isFinalOfThis && !findsWrites && isWanted.test(it.offset())) {
                    addFinal(it);
                }
                boolean isInEachTurn = i > test && joined <= i;
                if (finds && isInEachTurn && isWanted.test(it.offset())) {
                    addAccess(it, stack, findsWrites);
                }
                stack.execute(it);
                for (int target : i == test ? new int[0] : it.targets()) {
                    joined = Math.max(joined, target);
                }
            }
            return true;
        }

        /** Whether a local variable is the same in all turns. */
        private boolean isConstant(int local) {
            for (int i = head; i < back; i++) {
                if (code.instructions.get(i).changes(local)) {
                    return false;
                }
            }
            return true;
        }

        private void addFinal(Instruction it) {
            if (type.isSilentFinal(it.descriptor())) {
                return;
            }
            finals.add(it.offset());
            first = first == null ? CountedLoop.Field.of(it) : first;
        }

        private void addAccess(Instruction it, OperandStack stack, boolean findsWrites) {
            boolean isElement = it.isElementLoad() || it.isElementStore();
            boolean isWrite = it.isElementStore() || it.opcode() == Opcodes.PUTFIELD;
            boolean isField =
                    (isWrite ? it.opcode() == Opcodes.PUTFIELD : it.opcode() == Opcodes.GETFIELD)
                            && !type.isFinalOfThis(it);
            if (!isElement && !isField || isWrite != findsWrites) {
                return;
            }
            Value base;
            int distance = 0;
            if (isElement) {
                int above = isWrite ? slots(it) : 0;
                Value index = stack.peek(above);
                base = stack.peek(above + 1);
                if (!index.is(Value.Kind.INDEX) || index.variable() != variable) {
                    return;
                }
                distance = index.number();
            } else {
                base = stack.peek(!isWrite ? 0 : it.isWide() ? 2 : 1);
            }
            boolean isFinal = base.is(Value.Kind.FINAL);
            if (!isFinal && !base.is(Value.Kind.LOCAL) || !isConstant(base.variable())) {
                return;
            }
            String name = base.key() + " " + (isElement ? "" + distance : it.owner() + "." + it.name());
            accesses.add(
                    new CountedLoop.Access(
                            it.offset(),
                            isWrite,
                            base.variable(),
                            isFinal ? CountedLoop.Field.of(base.field()) : null,
                            isElement ? null : CountedLoop.Field.of(it),
                            distance,
                            told.add(name)));
        }
    }
}
