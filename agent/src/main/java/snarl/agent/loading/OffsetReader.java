package snarl.agent.loading;

import org.objectweb.asm.ClassReader;

/** A class reader that knows where the instruction is that is visited next. */
public final class OffsetReader extends ClassReader {
    private final byte[] bytes;
    private int offset;

    /**
     * Reads a class file.
     *
     * @param classFile its bytes
     */
    public OffsetReader(byte[] classFile) {
        super(classFile);
        this.bytes = classFile;
    }

    /**
     * The class file.
     *
     * @return its bytes
     */
    public byte[] bytes() {
        return bytes;
    }

    /**
     * Where the instruction is.
     *
     * @return its bytecode index
     */
    public int offset() {
        return offset;
    }

    @Override
    protected void readBytecodeInstructionOffset(int bytecodeOffset) {
        offset = bytecodeOffset;
    }
}
