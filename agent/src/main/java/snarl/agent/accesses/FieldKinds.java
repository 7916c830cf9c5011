package snarl.agent.accesses;

import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Opcodes;

/**
 * What kind of field an instruction uses, as far as class files tell before the class is loaded.
 *
 * <p>It is a hint: which hooks are put in depends on it, and if it is not known, those that find
 * out when they run.
 */
final class FieldKinds {
    /** What hooks must know of a field. */
    enum Kind {
        PLAIN,
        VOLATILE,
        FINAL,
        /** Of the JDK: not looked at. */
        FOREIGN,
        UNKNOWN
    }

    private static final int HIGHEST = 200;

    private final Map<ClassLoader, Map<String, Fields>> known =
            Collections.synchronizedMap(new WeakHashMap<>());

    private static final class Fields extends ClassVisitor {
        final Map<String, Integer> declared = new HashMap<>();
        String superName;

        Fields() {
            super(Opcodes.ASM9);
        }

        @Override
        public void visit(
                int version,
                int access,
                String name,
                String signature,
                String parent,
                String[] interfaces) {
            superName = parent;
        }

        @Override
        public FieldVisitor visitField(
                int access, String name, String descriptor, String signature, Object value) {
            declared.put(name + " " + descriptor, access);
            return null;
        }
    }

    /**
     * The kind of a field of an object, or of a static one that a class declares.
     *
     * @param owner the class that the instruction names, with slashes
     * @param member the field's name and descriptor
     */
    Kind of(ClassLoader loader, String owner, String member) {
        String type = owner;
        for (int height = 0; type != null && height < HIGHEST; height++) {
            if (type.startsWith("java/")) {
                return Kind.FOREIGN;
            }
            Fields fields = fields(loader, type);
            if (fields == null) {
                return Kind.UNKNOWN;
            }
            Integer access = fields.declared.get(member);
            if (access != null) {
                return kind(access);
            }
            type = fields.superName;
        }
        return Kind.UNKNOWN;
    }

    static Kind kind(int access) {
        if ((access & Opcodes.ACC_FINAL) != 0) {
            return Kind.FINAL;
        }
        return (access & Opcodes.ACC_VOLATILE) != 0 ? Kind.VOLATILE : Kind.PLAIN;
    }

    private Fields fields(ClassLoader loader, String type) {
        Map<String, Fields> ofLoader = known.get(loader);
        if (ofLoader == null) {
            ofLoader = Collections.synchronizedMap(new HashMap<>());
            known.put(loader, ofLoader);
        }
        if (!ofLoader.containsKey(type)) {
            ofLoader.put(type, read(loader, type));
        }
        return ofLoader.get(type);
    }

    /** A loader may do anything when it is asked; whatever goes wrong, it is not known then. */
    private static Fields read(ClassLoader loader, String type) {
        try (InputStream stream = loader.getResourceAsStream(type + ".class")) {
            if (stream == null) {
                return null;
            }
            Fields fields = new Fields();
            new ClassReader(stream).accept(fields, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG);
            return fields;
        } catch (IOException | RuntimeException | LinkageError problem) {
            return null;
        }
    }
}
