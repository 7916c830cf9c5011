package snarl.agent.accesses;

import snarl.agent.loading.Ids;
import snarl.agent.loading.LoadedClasses;

/** All classes, fields and sites that were instrumented. */
final class Registry {
    final LoadedClasses<TypeRecord> classes = new LoadedClasses<>();
    /** Also those that failed to link. */
    final Ids<TypeRecord> types = new Ids<>(new TypeRecord[0]);

    final Ids<Site> sites = new Ids<>(new Site[0]);
    private int fieldCount;
    private int programClasses;
    private int unplanned;

    /** How many classes of the program there are. */
    synchronized int programClasses() {
        return programClasses;
    }

    /** How many classes the plan does not know, though it was made for the program. */
    synchronized int unplanned() {
        return unplanned;
    }

    synchronized void addUnplanned() {
        unplanned++;
    }

    synchronized void addClass(TypeRecord type, boolean isJdk) {
        classes.add(type);
        programClasses += isJdk ? 0 : 1;
    }

    synchronized FieldRecord addField(
            TypeRecord type, String name, String descriptor, int access) {
        int place = type.fields.size();
        FieldRecord field = new FieldRecord(++fieldCount, type, place, name, access);
        type.fields.put(name + " " + descriptor, field);
        return field;
    }

    /** The field that a name means, from a class on upwards (JVMS 5.4.3.2); null if not known. */
    FieldRecord field(TypeRecord from, String member) {
        TypeRecord type = from;
        while (type != null) {
            FieldRecord field = type.fields.get(member);
            if (field != null) {
                return field;
            }
            for (String above : type.interfaces) {
                TypeRecord parent = classes.find(above, type.loader);
                field = parent == null ? null : field(parent, member);
                if (field != null) {
                    return field;
                }
            }
            type = type.superName == null ? null : classes.find(type.superName, type.loader);
        }
        return null;
    }
}
