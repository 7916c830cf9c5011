package snarl.agent.record;

/** An instruction that makes objects or arrays. */
final class Allocation {
    final MethodRecord method;
    final int bci;
    final String type;
    boolean made;

    Allocation(MethodRecord method, int bci, String type) {
        this.method = method;
        this.bci = bci;
        this.type = type;
    }
}
