package snarl.agent.record;

import org.objectweb.asm.ClassReader;

/** A class reader that knows where the instruction is that is visited next. */
final class OffsetReader extends ClassReader {
    private int offset;

    OffsetReader(byte[] classFile) {
        super(classFile);
    }

    int offset() {
        return offset;
    }

    @Override
    protected void readBytecodeInstructionOffset(int bytecodeOffset) {
        offset = bytecodeOffset;
    }
}
