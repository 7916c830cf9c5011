package snarl.agent.accesses;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All classes, fields and sites that were instrumented.
 *
 * <p>Ids count from 1. Guarded by its monitor: {@code java.util.concurrent} calls the hooks that
 * look things up here.
 */
final class Registry {
    private final Map<String, List<TypeRecord>> typesByName = new HashMap<>();
    private TypeRecord[] types = new TypeRecord[1024];
    private Site[] sites = new Site[1024];
    private int typeCount;
    private int siteCount;
    private int fieldCount;

    synchronized TypeRecord newType(
            ClassLoader loader, String name, String superName, String[] interfaces) {
        int id = ++typeCount;
        types = Growing.withRoomFor(types, id);
        types[id] = new TypeRecord(id, loader, name, superName, interfaces);
        return types[id];
    }

    /** The latest class of a loader and name counts: an earlier one failed to link. */
    synchronized void publish(TypeRecord type) {
        List<TypeRecord> sameName = typesByName.get(type.name);
        if (sameName == null) {
            sameName = new ArrayList<>();
            typesByName.put(type.name, sameName);
        }
        sameName.add(0, type);
    }

    synchronized void addField(TypeRecord type, String name, String descriptor, int access) {
        type.fields.put(name + " " + descriptor, new FieldRecord(++fieldCount, type, name, access));
    }

    synchronized Site newSite(
            TypeRecord type,
            String method,
            String descriptor,
            int bci,
            Site.Kind kind,
            boolean isWrite,
            String owner,
            String member) {
        int id = ++siteCount;
        sites = Growing.withRoomFor(sites, id);
        sites[id] =
                new Site(id, type, method, descriptor, bci, kind, isWrite, owner, member);
        return sites[id];
    }

    /** No lock: the transformer published the id together with the class that uses it. */
    Site site(int id) {
        return sites[id];
    }

    TypeRecord type(int id) {
        return types[id];
    }

    synchronized int typeCount() {
        return typeCount;
    }

    synchronized int siteCount() {
        return siteCount;
    }

    /** The record of a class, or null if it was not instrumented. */
    synchronized TypeRecord find(Class<?> type) {
        List<TypeRecord> sameName = typesByName.get(type.getName());
        if (sameName != null) {
            for (TypeRecord record : sameName) {
                if (record.loader == type.getClassLoader()) {
                    return record;
                }
            }
        }
        return null;
    }

    /**
     * What a name means to the classes of a loader: the class of the loader, else of one of its
     * parents, else whichever there is; null for none.
     */
    synchronized TypeRecord find(String name, ClassLoader from) {
        List<TypeRecord> sameName = typesByName.get(name);
        if (sameName == null) {
            return null;
        }
        for (ClassLoader loader = from; loader != null; loader = loader.getParent()) {
            for (TypeRecord record : sameName) {
                if (record.loader == loader) {
                    return record;
                }
            }
        }
        return sameName.get(0);
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
                TypeRecord parent = find(above, type.loader);
                field = parent == null ? null : field(parent, member);
                if (field != null) {
                    return field;
                }
            }
            type = type.superName == null ? null : find(type.superName, type.loader);
        }
        return null;
    }
}
