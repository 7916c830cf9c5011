package snarl.agent.code;

import org.objectweb.asm.Opcodes;

/**
 * One instruction of a method.
 *
 * @param offset its bytecode index
 * @param opcode what it does
 * @param variable the local variable that it names; else -1
 * @param number its constant: of an int that is pushed, or by how much a variable grows
 * @param owner the class that it names, with slashes; else null
 * @param name the member that it names
 * @param descriptor of that member, or of a constant that is pushed
 * @param targets where it may jump to, as places among the instructions
 */
record Instruction(
        int offset,
        int opcode,
        int variable,
        int number,
        String owner,
        String name,
        String descriptor,
        int[] targets) {

    boolean isElementLoad() {
        return opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD;
    }

    boolean isElementStore() {
        return opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE;
    }

    boolean isStore() {
        return opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE;
    }

    /** Whether it changes a local variable, as a long or double also by being next to it. */
    boolean changes(int local) {
        boolean isWide = opcode == Opcodes.LSTORE || opcode == Opcodes.DSTORE;
        return (isStore() || opcode == Opcodes.IINC)
                && (variable == local || isWide && variable + 1 == local);
    }

    boolean isInvoke() {
        return opcode >= Opcodes.INVOKEVIRTUAL && opcode <= Opcodes.INVOKEDYNAMIC;
    }

    /** Whether the one behind it does not follow it. */
    boolean isEnd() {
        return opcode == Opcodes.GOTO
                || opcode == Opcodes.ATHROW
                || opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN
                || opcode == Opcodes.TABLESWITCH
                || opcode == Opcodes.LOOKUPSWITCH
                || opcode == Opcodes.RET;
    }

    boolean isReturn() {
        return opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN;
    }

    /** Whether the member or the constant that it names is a long or a double. */
    boolean isWide() {
        return descriptor.equals("J") || descriptor.equals("D");
    }

    boolean isConstant() {
        boolean isSmall = opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5;
        boolean isLarge = opcode == Opcodes.LDC && descriptor.equals("I");
        return isSmall || opcode == Opcodes.BIPUSH || opcode == Opcodes.SIPUSH || isLarge;
    }
}
