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
import org.objectweb.asm.MethodVisitor;
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
        String[] interfaces = {};
        boolean hasFinalizer;

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
                String[] parents) {
            superName = parent;
            interfaces = parents;
        }

        @Override
        public FieldVisitor visitField(
                int access, String name, String descriptor, String signature, Object value) {
            declared.put(name + " " + descriptor, access);
            return null;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] thrown) {
            hasFinalizer |= name.equals("finalize") && descriptor.equals("()V");
            return null;
        }
    }

    /** Whether a class, or one above it, has a finalizer; those of the JDK do not count. */
    boolean hasFinalizer(ClassLoader loader, String name) {
        String type = name;
        for (int height = 0; type != null && height < HIGHEST; height++) {
            Fields fields = type.startsWith("java/") ? null : fields(loader, type);
            if (fields == null || fields.hasFinalizer) {
                return fields != null;
            }
            type = fields.superName;
        }
        return false;
    }

    /**
     * The kind of a field of an object, or of a static one that a class declares.
     *
     * @param owner the class that the instruction names, with slashes
     * @param member the field's name and descriptor
     */
    Kind of(ClassLoader loader, String owner, String member) {
        return find(loader, owner, member, 0);
    }

    /** JVMS 5.4.3.2: in the class, else in its interfaces, else above. */
    private Kind find(ClassLoader loader, String owner, String member, int height) {
        if (owner == null || owner.startsWith("java/")) {
            return Kind.FOREIGN;
        }
        Fields fields = height < HIGHEST ? fields(loader, owner) : null;
        if (fields == null) {
            return Kind.UNKNOWN;
        }
        Integer access = fields.declared.get(member);
        if (access != null) {
            return kind(access);
        }
        for (String above : fields.interfaces) {
            Kind inherited = find(loader, above, member, height + 1);
            if (inherited != Kind.FOREIGN) {
                return inherited;
            }
        }
        return find(loader, fields.superName, member, height + 1);
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
