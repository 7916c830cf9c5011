import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Supplier;

/** A pool that has others make what is missing: that is the borrower's if it is new each time. */
public class PoolWithFactory {
    static class Parser {
        int parsed;
    }

    static class Shared {
        int parsed;
    }

    static class Pool {
        private final BlockingQueue<Parser> idle = new ArrayBlockingQueue<>(4);
        private final Supplier<Parser> factory;

        Pool(Supplier<Parser> factory) {
            this.factory = factory;
        }

        Parser borrow() {
            Parser found = idle.poll();
            return found == null ? factory.get() : found;
        }
    }

    static class PoolOfOne {
        private final BlockingQueue<Shared> idle = new ArrayBlockingQueue<>(4);
        private final Supplier<Shared> factory;

        PoolOfOne(Supplier<Shared> factory) {
            this.factory = factory;
        }

        Shared borrow() {
            Shared found = idle.poll();
            return found == null ? factory.get() : found;
        }
    }

    static void parseOk(Pool pool) {
        Parser mine = pool.borrow();
        mine.parsed++;
        pool.idle.offer(mine);
    }

    static void parseBad(PoolOfOne pool) {
        Shared mine = pool.borrow();
        mine.parsed++;  // expect: data-race PoolWithFactory$Shared.parsed
        pool.idle.offer(mine);
    }

    public static void main(String[] args) {
        Pool pool = new Pool(Parser::new);
        Shared one = new Shared();
        PoolOfOne wrong = new PoolOfOne(() -> one);
        for (int i = 0; i < 4; i++) {
            new Thread(() -> {
                parseOk(pool);
                parseBad(wrong);
            }).start();
        }
    }
}
