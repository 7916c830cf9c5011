import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/** What {@code java.util.concurrent} has to wait for each other, and to hand over. */
class Synchronizers {
    static class OfLatch extends Edge {
        private final CountDownLatch latch = new CountDownLatch(1);

        @Override
        void give() {
            latch.countDown();
        }

        @Override
        void take() throws Exception {
            latch.await();
        }
    }

    static class OfBarrier extends Edge {
        private final CyclicBarrier barrier = new CyclicBarrier(2);

        @Override
        void give() throws Exception {
            barrier.await();
        }

        @Override
        void take() throws Exception {
            barrier.await();
        }
    }

    static class OfPhaser extends Edge {
        private final Phaser phaser = new Phaser(2);

        @Override
        void give() {
            phaser.arrive();
        }

        @Override
        void take() {
            phaser.arriveAndAwaitAdvance();
        }
    }

    static class OfSemaphore extends Edge {
        private final Semaphore semaphore = new Semaphore(0);

        @Override
        void give() {
            semaphore.release();
        }

        @Override
        void take() throws Exception {
            semaphore.acquire();
        }
    }

    static class OfExchanger extends Edge {
        private final Exchanger<String> exchanger = new Exchanger<>();

        @Override
        void give() throws Exception {
            exchanger.exchange("given");
        }

        @Override
        void take() throws Exception {
            exchanger.exchange("taken");
        }
    }

    static class OfCondition extends Edge {
        private final Lock lock = new ReentrantLock();
        private final Condition condition = lock.newCondition();
        private boolean given;

        @Override
        void give() {
            lock.lock();
            try {
                given = true;
                condition.signal();
            } finally {
                lock.unlock();
            }
        }

        @Override
        void take() throws Exception {
            lock.lockInterruptibly();
            try {
                while (!given) {
                    condition.await();
                }
            } finally {
                lock.unlock();
            }
        }
    }

    static class OfTryLock extends Variables.Polling {
        private final ReentrantLock lock = new ReentrantLock(true);
        private boolean given;

        @Override
        void give() {
            lock.lock();
            given = true;
            lock.unlock();
        }

        @Override
        boolean isGiven() {
            if (!lock.tryLock()) {
                return false;
            }
            try {
                return given;
            } finally {
                lock.unlock();
            }
        }
    }

    static class OfReadWriteLock extends Variables.Polling {
        private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        private boolean given;

        @Override
        void give() {
            lock.writeLock().lock();
            given = true;
            lock.writeLock().unlock();
        }

        @Override
        boolean isGiven() {
            lock.readLock().lock();
            try {
                return given;
            } finally {
                lock.readLock().unlock();
            }
        }
    }

    static class OfStampedLock extends Variables.Polling {
        final StampedLock lock = new StampedLock();
        private boolean given;

        @Override
        void give() {
            long stamp = lock.writeLock();
            given = true;
            lock.unlockWrite(stamp);
        }

        @Override
        boolean isGiven() {
            long stamp = lock.readLock();
            try {
                return given;
            } finally {
                lock.unlockRead(stamp);
            }
        }
    }

    /** The stamp alone tells that somebody has written. */
    static class OfOptimisticRead extends Variables.Polling {
        private final StampedLock lock = new StampedLock();
        private final long before = lock.tryOptimisticRead();

        @Override
        void give() {
            lock.unlock(lock.writeLock());
        }

        @Override
        boolean isGiven() {
            long stamp = lock.tryOptimisticRead();
            return stamp != 0 && stamp != before && lock.validate(stamp);
        }
    }

    static class OfStampedView extends Variables.Polling {
        private final Lock writing;
        private final Lock reading;
        private boolean given;

        OfStampedView() {
            StampedLock lock = new StampedLock();
            writing = lock.asWriteLock();
            reading = lock.asReadLock();
        }

        @Override
        void give() {
            writing.lock();
            given = true;
            writing.unlock();
        }

        @Override
        boolean isGiven() {
            reading.lock();
            try {
                return given;
            } finally {
                reading.unlock();
            }
        }
    }

    static class OfParking extends Edge {
        private volatile Thread parked;
        private volatile boolean given;

        @Override
        void give() {
            given = true;
            LockSupport.unpark(parked);
        }

        @Override
        void take() {
            parked = Thread.currentThread();
            while (!given) {
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    static class OfConcurrentMap extends Variables.Polling {
        private final Map<String, String> map = new ConcurrentHashMap<>();

        @Override
        void give() {
            map.put("given", "given");
        }

        @Override
        boolean isGiven() {
            return map.get("given") != null;
        }
    }

    static class OfComputing extends Variables.Polling {
        private final Map<String, Integer> map = new ConcurrentHashMap<>(Map.of("given", 0));

        @Override
        void give() {
            map.compute("given", (key, value) -> value + 1);
        }

        @Override
        boolean isGiven() {
            return map.merge("given", 0, Integer::sum) == 1;
        }
    }

    static class OfSkipList extends Variables.Polling {
        private final Map<String, String> map = new ConcurrentSkipListMap<>();

        @Override
        void give() {
            map.put("given", "given");
        }

        @Override
        boolean isGiven() {
            return map.get("given") != null;
        }
    }

    static class OfCopies extends Variables.Polling {
        private final List<String> list = new CopyOnWriteArrayList<>();

        @Override
        void give() {
            list.add("given");
        }

        @Override
        boolean isGiven() {
            return !list.isEmpty();
        }
    }

    static class OfIteration extends Variables.Polling {
        private final Map<String, String> map = new ConcurrentHashMap<>();

        @Override
        void give() {
            map.put("given", "given");
        }

        @Override
        boolean isGiven() {
            for (String key : map.keySet()) {
                return true;
            }
            return false;
        }
    }

    abstract static class InQueue extends Edge {
        abstract BlockingQueue<Object> queue();

        private final BlockingQueue<Object> queue = queue();

        @Override
        void give() throws Exception {
            queue.put("given");
        }

        @Override
        void take() throws Exception {
            queue.take();
        }
    }

    static class InArrayQueue extends InQueue {
        @Override
        BlockingQueue<Object> queue() {
            return new ArrayBlockingQueue<>(1);
        }
    }

    static class InLinkedQueue extends InQueue {
        @Override
        BlockingQueue<Object> queue() {
            return new LinkedBlockingQueue<>();
        }
    }

    static class InDeque extends InQueue {
        @Override
        BlockingQueue<Object> queue() {
            return new LinkedBlockingDeque<>();
        }
    }

    static class InPriorityQueue extends InQueue {
        @Override
        BlockingQueue<Object> queue() {
            return new PriorityBlockingQueue<>();
        }
    }

    static class InSynchronousQueue extends InQueue {
        @Override
        BlockingQueue<Object> queue() {
            return new SynchronousQueue<>();
        }
    }

    static class InFairSynchronousQueue extends InQueue {
        @Override
        BlockingQueue<Object> queue() {
            return new SynchronousQueue<>(true);
        }
    }

    static class InTransferQueue extends InQueue {
        @Override
        BlockingQueue<Object> queue() {
            return new LinkedTransferQueue<>();
        }
    }

    static class InDelayQueue extends Edge {
        private final DelayQueue<Soon> queue = new DelayQueue<>();

        private static class Soon implements Delayed {
            @Override
            public long getDelay(TimeUnit unit) {
                return 0;
            }

            @Override
            public int compareTo(Delayed other) {
                return 0;
            }
        }

        @Override
        void give() {
            queue.put(new Soon());
        }

        @Override
        void take() throws Exception {
            queue.take();
        }
    }

    static class InConcurrentQueue extends Variables.Polling {
        private final Queue<String> queue = new ConcurrentLinkedQueue<>();

        @Override
        void give() {
            queue.add("given");
        }

        @Override
        boolean isGiven() {
            return queue.poll() != null;
        }
    }

    static class InConcurrentDeque extends Variables.Polling {
        private final Queue<String> queue = new ConcurrentLinkedDeque<>();

        @Override
        void give() {
            queue.add("given");
        }

        @Override
        boolean isGiven() {
            return queue.peek() != null;
        }
    }

    /** That somebody waits orders nothing: who is waited for learns nothing of it. */
    abstract static class Waiting extends Edge {
        @Override
        void first() throws Exception {
            ordered = 1;
            Thread.sleep(100);
            give();
            racy = 1;
        }

        @Override
        void second() throws Exception {
            racy++;
            take();
            ordered++;
        }
    }

    static class WaitingForLatch extends Waiting {
        private final CountDownLatch latch = new CountDownLatch(1);

        @Override
        void give() {
            latch.countDown();
        }

        @Override
        void take() throws Exception {
            latch.await();
        }
    }

    static class WaitingForSemaphore extends Waiting {
        private final Semaphore semaphore = new Semaphore(0);

        @Override
        void give() {
            semaphore.release();
        }

        @Override
        void take() throws Exception {
            semaphore.acquire();
        }
    }

    static class WaitingForTask extends Waiting {
        private final FutureTask<Integer> task = new FutureTask<>(() -> racy = 2);

        @Override
        void give() {
            task.run();
        }

        @Override
        void take() throws Exception {
            task.get();
        }
    }

    static class WaitingForCompletable extends Waiting {
        private final CompletableFuture<Integer> future = new CompletableFuture<>();

        @Override
        void give() {
            future.complete(1);
        }

        @Override
        void take() throws Exception {
            future.get();
        }
    }

    static class WaitingForStage extends Waiting {
        private final CompletableFuture<Integer> future = new CompletableFuture<>();

        @Override
        void give() {
            future.thenApply(number -> number + 1);
            future.complete(1);
        }

        @Override
        void take() throws Exception {
            future.get(1, TimeUnit.MINUTES);
        }
    }

    /** That somebody waits orders nothing; that somebody has said what is to be done then does. */
    static class SaidBefore extends Edge {
        private final CompletableFuture<Integer> future = new CompletableFuture<>();
        private final AtomicInteger isSaid = new AtomicInteger();

        @Override
        void give() {
            future.thenAccept(number -> ordered++);
            isSaid.setOpaque(1);
        }

        @Override
        void take() {
            while (isSaid.getOpaque() == 0) {
                Thread.onSpinWait();
            }
            future.complete(1);
        }
    }

    static class WaitingForForkJoinTask extends Waiting {
        private final ForkJoinTask<?> task = ForkJoinTask.adapt(() -> racy = 2);

        @Override
        void give() {
            task.invoke();
        }

        @Override
        void take() throws Exception {
            task.get();
        }
    }

    /** Who may hold a lock together comes in no order; who is alone then comes after both. */
    abstract static class Readers extends Edge {
        private final AtomicInteger isDone = new AtomicInteger();

        abstract Lock reading();

        abstract Lock writing();

        @Override
        void give() {
            reading().lock();
            racy = 1;
            reading().unlock();
            isDone.setOpaque(1);
        }

        @Override
        void take() {
            while (isDone.getOpaque() == 0) {
                Thread.onSpinWait();
            }
            reading().lock();
            racy++;
            reading().unlock();
            writing().lock();
            ordered++;
            writing().unlock();
        }

        @Override
        void first() {
            ordered = 1;
            give();
        }

        @Override
        void second() {
            take();
        }
    }

    static class ReadersOfLock extends Readers {
        private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

        @Override
        Lock reading() {
            return lock.readLock();
        }

        @Override
        Lock writing() {
            return lock.writeLock();
        }
    }

    static class ReadersOfStampedLock extends Readers {
        private final StampedLock lock = new StampedLock();

        @Override
        Lock reading() {
            return lock.asReadLock();
        }

        @Override
        Lock writing() {
            return lock.asWriteLock();
        }
    }

    /** By their stamps, and one of them looks only whether nobody has written meanwhile. */
    static class ReadersByStamp extends Edge {
        private final StampedLock lock = new StampedLock();
        private final AtomicInteger isDone = new AtomicInteger();

        @Override
        void give() {
            long stamp = lock.readLock();
            racy = 1;
            lock.unlock(stamp);
            isDone.setOpaque(1);
        }

        @Override
        void take() {
            while (isDone.getOpaque() == 0) {
                Thread.onSpinWait();
            }
            long seen = lock.tryOptimisticRead();
            int now = racy;
            if (lock.validate(seen)) {
                racy = now + 1;
            }
            long stamp = lock.writeLock();
            ordered++;
            lock.unlockWrite(stamp);
        }

        @Override
        void first() {
            ordered = 1;
            give();
        }

        @Override
        void second() {
            take();
        }
    }

    /** Readers that wait for the same writer: the first one wakes the other. */
    static class ReadersInQueue extends Edge {
        private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

        @Override
        void give() {
            racy = 1;
            lock.readLock().lock();
            int now = ordered;
            lock.readLock().unlock();
        }

        @Override
        void take() {
            lock.readLock().lock();
            int now = ordered;
            lock.readLock().unlock();
            racy++;
        }

        @Override
        void run() throws Exception {
            Thread one = new Thread(() -> quietly(this::give));
            Thread other = new Thread(() -> quietly(this::take));
            lock.writeLock().lock();
            for (Thread each : new Thread[] {one, other}) {
                each.start();
                while (!lock.hasQueuedThread(each)) {
                    Thread.sleep(1);
                }
            }
            ordered = 1;
            lock.writeLock().unlock();
            one.join();
            other.join();
        }
    }

    /** Who waits for a condition gives the lock back, and comes after those who had it meanwhile. */
    static class ReadersWhileWaiting extends Edge {
        private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        private final Condition condition = lock.writeLock().newCondition();
        private int before;
        private boolean isTime;

        @Override
        void give() {
            lock.readLock().lock();
            int now = before;
            ordered = now;
            lock.readLock().unlock();
            lock.writeLock().lock();
            isTime = true;
            condition.signal();
            lock.writeLock().unlock();
        }

        @Override
        void take() throws Exception {
            lock.writeLock().lock();
            before = 1;
            while (!isTime) {
                condition.await();
            }
            ordered++;
            lock.writeLock().unlock();
        }

        @Override
        void first() throws Exception {
            Thread.sleep(100);
            give();
            racy = 1;
        }
    }
}
