package snarl.agent.accesses;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import snarl.agent.code.CountedLoop;

/**
 * Where one loop is in the code that is written, and what is to be told of it when it ends. Both that
 * and what is done if it throws come after the method's own code.
 */
final class LoopHooks {
    private record Told(Site site, int line) {}

    final CountedLoop loop;
    /** The local variable that holds the count of the first turn. */
    final int start;

    /** What the test and the turns cover. */
    final Label testStart = new Label();

    final Label testEnd = new Label();
    final Label turnsStart = new Label();
    final Label turnsEnd = new Label();
    final Label ends = new Label();
    final Label throwsHere = new Label();

    /** Where the program goes on. */
    Label behind;

    /** The types of local variables at the head. */
    private Object[] locals = {};

    private final Map<Integer, Told> told = new HashMap<>();

    LoopHooks(CountedLoop loop, int start) {
        this.loop = loop;
        this.start = start;
    }

    void setLocals(int count, Object[] types) {
        locals = Arrays.copyOf(types, count);
    }

    /** An access of the loop was met. */
    void add(int offset, Site site, int line) {
        told.put(offset, new Told(site, line));
    }

    /** After the last turn: tells what all of them did. */
    void writeEnd(ShadowInstrumentation to) {
        to.visitLabel(ends);
        to.visitFrame(Opcodes.F_NEW, locals.length, locals, 0, new Object[0]);
        writeAccesses(to, true);
        to.visitJumpInsn(Opcodes.GOTO, behind);
    }

    /** If a turn throws: tells what those before it did. */
    void writeThrow(ShadowInstrumentation to) {
        to.visitLabel(throwsHere);
        Object[] types = neededLocals();
        to.visitFrame(
                Opcodes.F_NEW, types.length, types, 1, new Object[] {"java/lang/Throwable"});
        writeAccesses(to, false);
        to.visitInsn(Opcodes.ATHROW);
    }

    /** Only what is the same in all of the loop. */
    private Object[] neededLocals() {
        Set<Integer> needed = new HashSet<>();
        needed.add(loop.variable());
        loop.accesses().forEach(it -> needed.add(it.base()));
        Object[] types = new Object[2 * locals.length];
        int slot = 0;
        for (Object type : locals) {
            boolean isWide = type == Opcodes.LONG || type == Opcodes.DOUBLE;
            types[slot] = needed.contains(slot) ? type : Opcodes.TOP;
            slot++;
            if (isWide) {
                types[slot++] = Opcodes.TOP;
            }
        }
        return Arrays.copyOf(types, slot);
    }

    private void writeAccesses(ShadowInstrumentation to, boolean remembers) {
        for (CountedLoop.Access access : loop.accesses()) {
            Told it = told.get(access.offset());
            if (it == null) {
                continue;
            }
            if (it.line > 0) {
                Label label = new Label();
                to.visitLabel(label);
                to.visitLineNumber(it.line, label);
            }
            if (access.field() == null) {
                to.turnsOfElement(this, access, it.site, remembers);
            } else {
                to.turnsOfField(this, access, it.site);
            }
        }
    }
}
