package snarl.agent.accesses;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Opcodes;

/** Which fields of the JDK's classes are volatile, or as good as that. */
final class JdkFields {
    /** Their fields are written as if they were volatile, and read plainly, after a fence. */
    private static final Set<String> FENCED =
            Set.of(
                    "java/util/concurrent/ConcurrentSkipListMap",
                    "java/util/concurrent/ConcurrentSkipListMap$Node",
                    "java/util/concurrent/ConcurrentSkipListMap$Index");

    private final Map<String, Fields> known = new HashMap<>();

    private static final class Fields extends ClassVisitor {
        final Set<String> declared = new HashSet<>();
        final Set<String> volatiles = new HashSet<>();
        String superName;
        private boolean isFenced;

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
            isFenced = FENCED.contains(name);
        }

        @Override
        public FieldVisitor visitField(
                int access, String name, String descriptor, String signature, Object value) {
            declared.add(name);
            boolean isFinal = (access & Opcodes.ACC_FINAL) != 0;
            if ((access & Opcodes.ACC_VOLATILE) != 0 || isFenced && !isFinal) {
                volatiles.add(name);
            }
            return null;
        }
    }

    /** Whether the field is volatile that a name means in a class, with slashes, or above it. */
    synchronized boolean isVolatile(String owner, String field) {
        String type = owner;
        while (type != null) {
            Fields fields = fields(type);
            if (fields.declared.contains(field)) {
                return fields.volatiles.contains(field);
            }
            type = fields.superName;
        }
        return false;
    }

    private Fields fields(String type) {
        Fields fields = known.get(type);
        if (fields == null) {
            fields = read(type);
            known.put(type, fields);
        }
        return fields;
    }

    private static Fields read(String type) {
        Fields fields = new Fields();
        String file = type + ".class";
        try (InputStream stream = Object.class.getModule().getResourceAsStream(file)) {
            if (stream != null) {
                int parts = ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG;
                new ClassReader(stream).accept(fields, parts);
            }
        } catch (IOException problem) {
            throw new IllegalStateException(problem);
        }
        return fields;
    }
}
