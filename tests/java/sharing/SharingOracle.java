import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import snarl.agent.asm.ClassReader;
import snarl.agent.asm.ClassVisitor;
import snarl.agent.asm.ClassWriter;
import snarl.agent.asm.MethodVisitor;
import snarl.agent.asm.Opcodes;

/**
 * A small agent that writes down every access of a field or array in a run, how often it happened,
 * and whether what it accessed was accessed by more than one thread. It is slow, keeps all objects
 * alive, and knows no plan: that makes it a judge of plans.
 */
public final class SharingOracle {
    private static final List<Site> SITES = new CopyOnWriteArrayList<>();
    private static final Map<Location, Location> LOCATIONS = new ConcurrentHashMap<>();

    private SharingOracle() {}

    public static void premain(String file, Instrumentation instrumentation) {
        instrumentation.addTransformer(new Transformer());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> write(Path.of(file))));
    }

    /** Called before each access of an object's field, or of an array, whose field is empty. */
    public static void access(Object object, String field, int site) {
        if (object == null) {
            return;
        }
        note(new Location(object, field), site);
    }

    /** Called before each access of a static field. */
    public static void access(String field, int site) {
        note(new Location(SharingOracle.class, field), site);
    }

    private static void note(Location wanted, int site) {
        Location location = LOCATIONS.computeIfAbsent(wanted, it -> it);
        location.threads.add(Thread.currentThread());
        location.sites.add(site);
        SITES.get(site).count.increment();
    }

    private static void write(Path file) {
        boolean[] shared = new boolean[SITES.size()];
        for (Location location : LOCATIONS.values()) {
            if (location.threads.size() > 1) {
                location.sites.forEach(it -> shared[it] = true);
            }
        }
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file))) {
            for (int i = 0; i < shared.length; i++) {
                Site it = SITES.get(i);
                if (it.count.sum() > 0) {
                    out.println(it.place + "\t" + it.count.sum() + "\t" + shared[i]);
                }
            }
            out.println("end");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private record Site(String place, LongAdder count) {}

    private static final class Location {
        final Object object;
        final String field;
        final Set<Thread> threads = ConcurrentHashMap.newKeySet();
        final Set<Integer> sites = ConcurrentHashMap.newKeySet();

        Location(Object object, String field) {
            this.object = object;
            this.field = field;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(object) * 31 + field.hashCode();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Location it && it.object == object && it.field.equals(field);
        }
    }

    private static final class Transformer implements ClassFileTransformer {
        @Override
        public byte[] transform(
                ClassLoader loader,
                String name,
                Class<?> redefined,
                ProtectionDomain domain,
                byte[] bytes) {
            boolean isJdk = loader == null || loader == ClassLoader.getPlatformClassLoader();
            if (isJdk || name == null || name.matches("SharingOracle.*|Reality.*|snarl/.*")) {
                return null;
            }
            Reader reader = new Reader(bytes);
            ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
            reader.accept(new Accesses(writer, reader, name.replace('/', '.')), 0);
            return writer.toByteArray();
        }
    }

    private static final class Reader extends ClassReader {
        int offset;

        Reader(byte[] bytes) {
            super(bytes);
        }

        @Override
        protected void readBytecodeInstructionOffset(int bytecodeOffset) {
            offset = bytecodeOffset;
        }
    }

    private static final class Accesses extends ClassVisitor {
        private final Reader reader;
        private final String owner;

        Accesses(ClassVisitor next, Reader reader, String owner) {
            super(Opcodes.ASM9, next);
            this.reader = reader;
            this.owner = owner;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] thrown) {
            MethodVisitor next =
                    super.visitMethod(access, name, descriptor, signature, thrown);
            String place = owner + "\t" + name + "\t" + descriptor + "\t";
            return new Code(next, reader, place, name.equals("<init>"));
        }
    }

    private static final class Code extends MethodVisitor {
        private static final String SELF = "SharingOracle";
        private final Reader reader;
        private final String place;

        /** Whether `this` is no object yet, which nobody may be given. */
        private boolean isUnborn;

        private int unfinished;

        Code(MethodVisitor next, Reader reader, String place, boolean isConstructor) {
            super(Opcodes.ASM9, next);
            this.reader = reader;
            this.place = place;
            this.isUnborn = isConstructor;
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            super.visitTypeInsn(opcode, type);
            unfinished += opcode == Opcodes.NEW ? 1 : 0;
        }

        @Override
        public void visitMethodInsn(
                int opcode, String owner, String name, String descriptor, boolean isInterface) {
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            if (name.equals("<init>") && unfinished-- == 0) {
                isUnborn = false;
                unfinished = 0;
            }
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            boolean isWide = descriptor.equals("J") || descriptor.equals("D");
            if (opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC) {
                tellStatic(owner + "." + name);
            } else if (!isUnborn && opcode == Opcodes.GETFIELD) {
                super.visitInsn(Opcodes.DUP);
                tell(name);
            } else if (!isUnborn && isWide) {
                super.visitInsn(Opcodes.DUP2_X1);
                super.visitInsn(Opcodes.POP2);
                super.visitInsn(Opcodes.DUP_X2);
                tell(name);
            } else if (!isUnborn) {
                super.visitInsn(Opcodes.DUP2);
                super.visitInsn(Opcodes.POP);
                tell(name);
            }
            super.visitFieldInsn(opcode, owner, name, descriptor);
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD) {
                super.visitInsn(Opcodes.DUP2);
                super.visitInsn(Opcodes.POP);
                tell("");
            } else if (opcode == Opcodes.LASTORE || opcode == Opcodes.DASTORE) {
                super.visitInsn(Opcodes.DUP2_X2);
                super.visitInsn(Opcodes.POP2);
                super.visitInsn(Opcodes.DUP2_X2);
                super.visitInsn(Opcodes.POP);
                tell("");
            } else if (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE) {
                super.visitInsn(Opcodes.DUP_X2);
                super.visitInsn(Opcodes.POP);
                super.visitInsn(Opcodes.DUP2_X1);
                super.visitInsn(Opcodes.POP);
                tell("");
            }
            super.visitInsn(opcode);
        }

        private void tell(String field) {
            super.visitLdcInsn(field);
            super.visitLdcInsn(site());
            String descriptor = "(Ljava/lang/Object;Ljava/lang/String;I)V";
            super.visitMethodInsn(Opcodes.INVOKESTATIC, SELF, "access", descriptor, false);
        }

        private void tellStatic(String field) {
            super.visitLdcInsn(field);
            super.visitLdcInsn(site());
            String descriptor = "(Ljava/lang/String;I)V";
            super.visitMethodInsn(Opcodes.INVOKESTATIC, SELF, "access", descriptor, false);
        }

        private int site() {
            synchronized (SITES) {
                SITES.add(new Site(place + reader.offset, new LongAdder()));
                return SITES.size() - 1;
            }
        }
    }
}
