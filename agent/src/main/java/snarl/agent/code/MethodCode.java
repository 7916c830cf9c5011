package snarl.agent.code;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import snarl.agent.loading.OffsetReader;

/** The instructions of a method, in order, and where it jumps. */
final class MethodCode extends MethodVisitor {
    /** What handlers cover, as places of instructions: first, end, handler. */
    record Covered(int from, int to, int handler) {}

    final int access;
    final String name;
    final String descriptor;
    final List<Instruction> instructions = new ArrayList<>();
    final List<Covered> covered = new ArrayList<>();

    /** How many jumps there are to each instruction, and one for each handler that begins there. */
    int[] jumps;

    private final OffsetReader classFile;
    private final Map<Label, Integer> places = new HashMap<>();
    private final List<Label[]> labels = new ArrayList<>();
    private final List<Label[]> handlers = new ArrayList<>();

    MethodCode(int access, String name, String descriptor, OffsetReader classFile) {
        super(Opcodes.ASM9);
        this.access = access;
        this.name = name;
        this.descriptor = descriptor;
        this.classFile = classFile;
    }

    boolean has(int flag) {
        return (access & flag) != 0;
    }

    private void add(int opcode, int variable, int number, Label... targets) {
        add(opcode, variable, number, null, "", "", targets);
    }

    private void add(
            int opcode,
            int variable,
            int number,
            String owner,
            String member,
            String type,
            Label... targets) {
        instructions.add(
                new Instruction(
                        classFile.offset(),
                        opcode,
                        variable,
                        number,
                        owner,
                        member,
                        type,
                        new int[targets.length]));
        labels.add(targets);
    }

    @Override
    public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
        handlers.add(new Label[] {start, end, handler});
    }

    @Override
    public void visitLabel(Label label) {
        places.put(label, instructions.size());
    }

    @Override
    public void visitInsn(int opcode) {
        boolean isNumber = opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5;
        add(opcode, -1, isNumber ? opcode - Opcodes.ICONST_0 : 0);
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        add(opcode, -1, operand);
    }

    @Override
    public void visitVarInsn(int opcode, int variable) {
        add(opcode, variable, 0);
    }

    @Override
    public void visitIincInsn(int variable, int increment) {
        add(Opcodes.IINC, variable, increment);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        add(opcode, -1, 0, type, "", "");
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String member, String type) {
        add(opcode, -1, 0, owner, member, type);
    }

    @Override
    public void visitMethodInsn(
            int opcode, String owner, String member, String type, boolean isInterface) {
        add(opcode, -1, 0, owner, member, type);
    }

    @Override
    public void visitInvokeDynamicInsn(
            String member, String type, Handle bootstrap, Object... arguments) {
        add(Opcodes.INVOKEDYNAMIC, -1, 0, null, member, type);
    }

    @Override
    public void visitLdcInsn(Object value) {
        String type = "";
        if (value instanceof Integer) {
            type = "I";
        } else if (value instanceof Long) {
            type = "J";
        } else if (value instanceof Double) {
            type = "D";
        } else if (value instanceof Float) {
            type = "F";
        } else if (value instanceof String) {
            type = "S";
        } else if (value instanceof ConstantDynamic constant) {
            type = constant.getSize() == 2 ? "J" : "";
        }
        add(Opcodes.LDC, -1, value instanceof Integer number ? number : 0, null, "", type);
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
        add(opcode, -1, 0, label);
    }

    @Override
    public void visitTableSwitchInsn(int min, int max, Label other, Label... cases) {
        visitSwitch(Opcodes.TABLESWITCH, other, cases);
    }

    @Override
    public void visitLookupSwitchInsn(Label other, int[] keys, Label[] cases) {
        visitSwitch(Opcodes.LOOKUPSWITCH, other, cases);
    }

    private void visitSwitch(int opcode, Label other, Label[] cases) {
        Label[] all = new Label[cases.length + 1];
        all[0] = other;
        System.arraycopy(cases, 0, all, 1, cases.length);
        add(opcode, -1, 0, all);
    }

    @Override
    public void visitMultiANewArrayInsn(String type, int dimensions) {
        add(Opcodes.MULTIANEWARRAY, -1, dimensions, type, "", "");
    }

    @Override
    public void visitEnd() {
        jumps = new int[instructions.size() + 1];
        for (int i = 0; i < labels.size(); i++) {
            Label[] targets = labels.get(i);
            for (int j = 0; j < targets.length; j++) {
                int place = places.get(targets[j]);
                instructions.get(i).targets()[j] = place;
                jumps[place]++;
            }
        }
        for (Label[] each : handlers) {
            int handler = places.get(each[2]);
            covered.add(new Covered(places.get(each[0]), places.get(each[1]), handler));
            jumps[handler]++;
        }
    }

    /** How many slots of the stack the arguments of a call need. */
    static int argumentSlots(Instruction call) {
        int slots = call.opcode() == Opcodes.INVOKESTATIC || call.opcode() == Opcodes.INVOKEDYNAMIC
                ? 0
                : 1;
        for (Type type : Type.getArgumentTypes(call.descriptor())) {
            slots += type.getSize();
        }
        return slots;
    }
}
