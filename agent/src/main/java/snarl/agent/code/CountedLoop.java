package snarl.agent.code;

import java.util.List;

/**
 * A loop that counts and synchronizes with nobody: what it accesses in each turn can be told when it
 * ends.
 *
 * @param head the offset of its first instruction
 * @param test of the jump out of it
 * @param back of the jump back, which is its last instruction
 * @param variable the local variable that counts
 * @param step by how much
 * @param accesses what it accesses in each turn
 * @param finals offsets of reads of final fields of the receiver that are the same in each turn
 * @param first one of these, which tells them all; null if there is none
 */
public record CountedLoop(
        int head,
        int test,
        int back,
        int variable,
        int step,
        List<Access> accesses,
        List<Integer> finals,
        Field first) {

    /**
     * A field.
     *
     * @param owner its class, with slashes
     * @param name its name
     * @param descriptor its descriptor
     */
    public record Field(String owner, String name, String descriptor) {
        static Field of(Instruction it) {
            return new Field(it.owner(), it.name(), it.descriptor());
        }
    }

    /**
     * An access in each turn.
     *
     * @param offset of the instruction
     * @param isWrite whether it writes
     * @param base the local variable of the array or object, or of the receiver of {@code from}
     * @param from the final field that refers to it; null if the variable does
     * @param field the field that is accessed; null for an element
     * @param distance of an element, what its index is above the count
     * @param isTold false if another access of the loop tells as much
     */
    public record Access(
            int offset,
            boolean isWrite,
            int base,
            Field from,
            Field field,
            int distance,
            boolean isTold) {}
}
