package snarl.agent.accesses;

import java.lang.reflect.Modifier;
import snarl.runtime.SnarlAccess;
import snarl.runtime.SnarlField;
import snarl.runtime.SnarlMemory;

/** A field of an instrumented class; of a static one, also its only location. */
final class FieldRecord {
    /** In place of a field that is not the program's own. */
    static final FieldRecord FOREIGN = new FieldRecord(0, null, 0, "", 0);

    /** How the shadow fields of a class are called, before the place of the field. */
    static final String WRITE = SnarlAccess.PREFIX + "write";

    static final String READ = SnarlAccess.PREFIX + "read";
    static final String DISCIPLINE = SnarlAccess.PREFIX + "discipline";
    static final String READERS = SnarlAccess.PREFIX + "readers";

    /** The shadow field of all final fields of a class. */
    static final String CONSTRUCTION = SnarlAccess.PREFIX + "construction";

    /** The shadow field that keeps the shadow of an object whose methods are synchronized. */
    static final String MONITOR = SnarlAccess.PREFIX + "monitor";

    final int id;
    final TypeRecord owner;
    /** Among the fields of its class. */
    final int place;

    final String name;
    private final int access;
    private SnarlField words;

    /** Whether somebody looks at it: else there is no room for its words. */
    boolean isLookedAt = true;

    FieldRecord(int id, TypeRecord owner, int place, String name, int access) {
        this.id = id;
        this.owner = owner;
        this.place = place;
        this.name = name;
        this.access = access;
    }

    boolean isStatic() {
        return Modifier.isStatic(access);
    }

    boolean isVolatile() {
        return Modifier.isVolatile(access);
    }

    boolean isFinal() {
        return Modifier.isFinal(access);
    }

    /**
     * Where the words of the field are.
     *
     * @param receiver a class that has it; of a static field, null
     */
    SnarlField words(Class<?> receiver) {
        if (words == null) {
            words = find(receiver);
        }
        return words;
    }

    private SnarlField find(Class<?> receiver) {
        if (this == FOREIGN || isFinal() || isVolatile()) {
            return SnarlField.NONE;
        }
        if (isStatic()) {
            return Location.inCell();
        }
        Class<?> type = declaring(receiver);
        if (type == null || !owner.hasShadowFields || !isLookedAt) {
            return SnarlField.NONE;
        }
        return new SnarlField(
                null,
                SnarlMemory.offset(type, WRITE + place),
                SnarlMemory.offset(type, READ + place),
                SnarlMemory.offset(type, DISCIPLINE + place),
                SnarlMemory.offset(type, READERS + place));
    }

    /** Where the word of the constructor is, of a final field. */
    SnarlField constructionWords(Class<?> receiver) {
        if (words == null) {
            Class<?> type = this == FOREIGN ? null : declaring(receiver);
            boolean isKnown = type != null && owner.hasShadowFields && isFinal() && isLookedAt;
            long offset = isKnown ? SnarlMemory.offset(type, CONSTRUCTION) : -1;
            words = isKnown ? new SnarlField(null, offset, -1, -1, -1) : SnarlField.NONE;
        }
        return words;
    }

    private Class<?> declaring(Class<?> receiver) {
        Class<?> type = receiver;
        while (type != null && !owner.is(type)) {
            type = type.getSuperclass();
        }
        return type;
    }
}
