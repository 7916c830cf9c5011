package snarl.agent.accesses;

/** An instruction that was instrumented. */
final class Site {
    /** What an instruction does. */
    enum Kind {
        FIELD,
        STATIC,
        ARRAY,
        CONTAINER
    }

    final int id;
    final TypeRecord type;
    final String method;
    final String descriptor;
    final int bci;
    final Kind kind;
    final boolean isWrite;
    /** The class that the instruction names, with dots, and the member. */
    final String owner;

    final String member;
    /** The field; null as long as the instruction has not run. */
    volatile FieldRecord field;
    /** The class of containers seen last, and what the call does to it. */
    volatile Containers.Use use;
    /** Whether it was executed. */
    boolean hasRun;
    /** From where it was reached. */
    final SiteStacks stacks = new SiteStacks();

    /** Whether there are not too many sites by now. */
    boolean fitsIntoWord() {
        return id < Words.SITES;
    }

    Site(
            int id,
            TypeRecord type,
            String method,
            String descriptor,
            int bci,
            Kind kind,
            boolean isWrite,
            String owner,
            String member) {
        this.id = id;
        this.type = type;
        this.method = method;
        this.descriptor = descriptor;
        this.bci = bci;
        this.kind = kind;
        this.isWrite = isWrite;
        this.owner = owner;
        this.member = member;
    }
}
