/** An inner class gets and sets a private field by methods of the outer one: the part is found as if by the field itself. */
public class PartByAccessor {
    /** What a pool goes on with. */
    static class Cursor {
        int place;
    }

    /** Its part is its own. */
    public static class Pool {
        private Cursor cursor;

        static Cursor get(Pool from) {
            return from.cursor;
        }

        static Cursor set(Pool to, Cursor cursor) {
            to.cursor = cursor;
            return cursor;
        }

        public synchronized void evictOk() {
            if (cursor == null) {
                cursor = new Cursor();
            }
            cursor.place++;
        }

        public void close() {
            new Closing(this).start();
        }
    }

    static class Closing extends Thread {
        private final Pool pool;

        Closing(Pool pool) {
            this.pool = pool;
        }

        @Override
        public void run() {
            synchronized (pool) {
                if (Pool.get(pool) != null) {
                    Pool.get(pool).place = 0;
                    Pool.set(pool, null);
                }
            }
        }
    }

    /** What a pool goes on with, and perhaps another pool. */
    static class Shared {
        int place;
    }

    /** Its part may be another one's as well. */
    public static class Lender {
        private Shared cursor;

        static Shared get(Lender from) {
            return from.cursor;
        }

        static Shared set(Lender to, Shared cursor) {
            to.cursor = cursor;
            return cursor;
        }

        public synchronized void evictBad() {
            if (cursor == null) {
                cursor = new Shared();
            }
            cursor.place++;  // expect: data-race PartByAccessor$Shared.place (note)
        }

        public void lend(Lender to) {
            new Lending(this, to).start();
        }
    }

    static class Lending extends Thread {
        private final Lender from;
        private final Lender to;

        Lending(Lender from, Lender to) {
            this.from = from;
            this.to = to;
        }

        @Override
        public void run() {
            synchronized (from) {
                synchronized (to) {
                    Lender.set(to, Lender.get(from));
                }
            }
        }
    }
}
