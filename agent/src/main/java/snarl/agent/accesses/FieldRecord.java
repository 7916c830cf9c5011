package snarl.agent.accesses;

import java.lang.reflect.Modifier;

/** A field of an instrumented class; of a static one, also its only location. */
final class FieldRecord {
    /** In place of a field that is not the program's own. */
    static final FieldRecord FOREIGN = new FieldRecord(0, null, "", 0);

    final int id;
    final TypeRecord owner;
    final String name;
    private final int access;

    FieldRecord(int id, TypeRecord owner, String name, int access) {
        this.id = id;
        this.owner = owner;
        this.name = name;
        this.access = access;
    }

    boolean isVolatile() {
        return Modifier.isVolatile(access);
    }

    boolean isFinal() {
        return Modifier.isFinal(access);
    }
}
