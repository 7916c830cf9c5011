import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.atomic.AtomicStampedReference;
import sun.misc.Unsafe;

/** Volatile variables, by whatever name. */
class Variables {
    /** Waits for something to become true. */
    abstract static class Polling extends Edge {
        abstract boolean isGiven() throws Exception;

        @Override
        void take() throws Exception {
            while (!isGiven()) {
                Thread.yield();
            }
        }
    }

    static class VolatileField extends Polling {
        volatile long given;

        @Override
        void give() {
            given = 1;
        }

        @Override
        boolean isGiven() {
            return given == 1;
        }
    }

    static class VolatileStatic extends Polling {
        static volatile boolean given;

        @Override
        void give() {
            given = true;
        }

        @Override
        boolean isGiven() {
            return given;
        }
    }

    static class InheritedVolatile extends VolatileField {
        @Override
        void give() {
            given++;
        }
    }

    static class OfAtomicInteger extends Polling {
        private final AtomicInteger given = new AtomicInteger();

        @Override
        void give() {
            given.incrementAndGet();
        }

        @Override
        boolean isGiven() {
            return given.get() == 1;
        }
    }

    static class OfAtomicLong extends Polling {
        private final AtomicLong given = new AtomicLong();

        @Override
        void give() {
            given.lazySet(1);
        }

        @Override
        boolean isGiven() {
            return given.getAcquire() == 1;
        }
    }

    static class OfAtomicBoolean extends Polling {
        private final AtomicBoolean given = new AtomicBoolean();

        @Override
        void give() {
            given.set(true);
        }

        @Override
        boolean isGiven() {
            return given.compareAndSet(true, false);
        }
    }

    static class OfAtomicReference extends Polling {
        private final AtomicReference<String> given = new AtomicReference<>();

        @Override
        void give() {
            given.updateAndGet(before -> "given");
        }

        @Override
        boolean isGiven() {
            return given.get() != null;
        }
    }

    static class OfIntegerArray extends Polling {
        private final AtomicIntegerArray given = new AtomicIntegerArray(3);

        @Override
        void give() {
            given.set(1, 1);
        }

        @Override
        boolean isGiven() {
            return given.get(1) == 1;
        }
    }

    static class OfReferenceArray extends Polling {
        private final AtomicReferenceArray<String> given = new AtomicReferenceArray<>(3);

        @Override
        void give() {
            given.compareAndSet(1, null, "given");
        }

        @Override
        boolean isGiven() {
            return given.get(1) != null;
        }
    }

    static class OfIntegerUpdater extends Polling {
        private static final AtomicIntegerFieldUpdater<OfIntegerUpdater> GIVEN =
                AtomicIntegerFieldUpdater.newUpdater(OfIntegerUpdater.class, "given");
        private volatile int given;

        @Override
        void give() {
            GIVEN.compareAndSet(this, 0, 1);
        }

        @Override
        boolean isGiven() {
            return given == 1;
        }
    }

    static class OfReferenceUpdater extends Polling {
        private static final AtomicReferenceFieldUpdater<OfReferenceUpdater, String> GIVEN =
                AtomicReferenceFieldUpdater.newUpdater(
                        OfReferenceUpdater.class, String.class, "given");
        private volatile String given;

        @Override
        void give() {
            given = "given";
        }

        @Override
        boolean isGiven() {
            return GIVEN.get(this) != null;
        }
    }

    static class OfStamped extends Polling {
        private final AtomicStampedReference<String> given = new AtomicStampedReference<>("", 0);

        @Override
        void give() {
            given.compareAndSet("", "given", 0, 1);
        }

        @Override
        boolean isGiven() {
            return given.getStamp() == 1;
        }
    }

    static class OfMarkable extends Polling {
        private final AtomicMarkableReference<String> given =
                new AtomicMarkableReference<>("", false);

        @Override
        void give() {
            given.set("given", true);
        }

        @Override
        boolean isGiven() {
            return given.isMarked();
        }
    }

    static class ByHandle extends Polling {
        private static final VarHandle GIVEN = handle(ByHandle.class, "given");
        private int given;

        @Override
        void give() {
            GIVEN.setRelease(this, 1);
        }

        @Override
        boolean isGiven() {
            return (int) GIVEN.getAcquire(this) == 1;
        }
    }

    static class ByStaticHandle extends Polling {
        private static final VarHandle GIVEN;
        private static boolean given;

        static {
            try {
                GIVEN =
                        MethodHandles.lookup()
                                .findStaticVarHandle(ByStaticHandle.class, "given", boolean.class);
            } catch (ReflectiveOperationException problem) {
                throw new ExceptionInInitializerError(problem);
            }
        }

        @Override
        void give() {
            GIVEN.setVolatile(true);
        }

        @Override
        boolean isGiven() {
            return (boolean) GIVEN.getVolatile();
        }
    }

    static class ByArrayHandle extends Polling {
        private static final VarHandle GIVEN = MethodHandles.arrayElementVarHandle(long[].class);
        private final long[] given = new long[2];

        @Override
        void give() {
            GIVEN.getAndAdd(given, 1, 1L);
        }

        @Override
        boolean isGiven() {
            return (long) GIVEN.getVolatile(given, 1) == 1;
        }
    }

    static class ByCompareAndSet extends Polling {
        private static final VarHandle GIVEN = handle(ByCompareAndSet.class, "given");
        private volatile int given;

        @Override
        void give() {
            while (!GIVEN.weakCompareAndSet(this, 0, 1)) {
                Thread.onSpinWait();
            }
        }

        @Override
        boolean isGiven() {
            return given == 1;
        }
    }

    static class WrittenPlainlyThenByHandle extends Polling {
        private static final VarHandle GIVEN = handle(WrittenPlainlyThenByHandle.class, "given");
        private volatile int given;

        @Override
        void give() {
            given = 1;
        }

        @Override
        boolean isGiven() {
            return (int) GIVEN.getAndSet(this, 0) == 1;
        }
    }

    static class ByUnsafe extends Polling {
        private static final Unsafe UNSAFE = unsafe();
        private static final long GIVEN = offset();
        private int given;

        private static Unsafe unsafe() {
            try {
                Field field = Unsafe.class.getDeclaredField("theUnsafe");
                field.setAccessible(true);
                return (Unsafe) field.get(null);
            } catch (ReflectiveOperationException problem) {
                throw new ExceptionInInitializerError(problem);
            }
        }

        private static long offset() {
            try {
                return UNSAFE.objectFieldOffset(ByUnsafe.class.getDeclaredField("given"));
            } catch (ReflectiveOperationException problem) {
                throw new ExceptionInInitializerError(problem);
            }
        }

        @Override
        void give() {
            UNSAFE.putOrderedInt(this, GIVEN, 1);
        }

        @Override
        boolean isGiven() {
            return UNSAFE.getIntVolatile(this, GIVEN) == 1;
        }
    }

    /** Others come to see what is written so, and nothing of what was done before. */
    static class OpaqueOrdersNothing extends Edge {
        private static final VarHandle GIVEN = handle(OpaqueOrdersNothing.class, "given");
        private final AtomicInteger also = new AtomicInteger();
        private int given;

        @Override
        void give() {
            GIVEN.setOpaque(this, 1);
            also.setOpaque(1);
        }

        @Override
        void take() {
            while ((int) GIVEN.getOpaque(this) == 0 || also.getOpaque() == 0) {
                Thread.onSpinWait();
            }
        }

        @Override
        void first() {
            racy = 1;
            give();
        }

        @Override
        void second() {
            take();
            racy++;
        }
    }

    static VarHandle handle(Class<?> type, String name) {
        try {
            return MethodHandles.privateLookupIn(type, MethodHandles.lookup())
                    .findVarHandle(type, name, int.class);
        } catch (ReflectiveOperationException problem) {
            throw new ExceptionInInitializerError(problem);
        }
    }
}
