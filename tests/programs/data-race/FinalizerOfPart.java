/**
 * What a finalizer can reach nobody else knows any more, unless it is kept elsewhere: a thread has its cache for
 * itself although a part of it is finalized. The last cache is kept.
 */
public class FinalizerOfPart {
    static class Cache {
        int used;
        final Object guard = new Object() {
            @Override
            protected void finalize() {
                System.out.println(used);
            }
        };
    }

    static class Kept {
        int used;
        final Object guard = new Object() {
            @Override
            protected void finalize() {
                System.out.println(used);
            }
        };
    }

    private static final ThreadLocal<Cache> CACHE = ThreadLocal.withInitial(Cache::new);
    private static volatile Kept last = new Kept();

    static void useOk() {
        CACHE.get().used++;
    }

    static void useBad() {
        last.used++; // expect: data-race FinalizerOfPart$Kept.used
    }

    public static void main(String[] args) {
        Runnable work = () -> {
            useOk();
            useBad();
        };
        new Thread(work).start();
        work.run();
    }
}
