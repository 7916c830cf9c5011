import org.apache.commons.pool.BasePoolableObjectFactory;
import org.apache.commons.pool.KeyedObjectPool;
import org.apache.commons.pool.BaseKeyedPoolableObjectFactory;
import org.apache.commons.pool.ObjectPool;
import org.apache.commons.pool.impl.GenericKeyedObjectPool;
import org.apache.commons.pool.impl.GenericObjectPool;
import org.apache.commons.pool.impl.SoftReferenceObjectPool;
import org.apache.commons.pool.impl.StackObjectPool;

/** Object pools that four threads borrow from, while they are configured, evicted and closed. */
public class PoolWork {
    private static class Buffers extends BasePoolableObjectFactory {
        public Object makeObject() {
            return new StringBuilder();
        }
    }

    private static class KeyedBuffers extends BaseKeyedPoolableObjectFactory {
        public Object makeObject(Object key) {
            return new StringBuilder(key.toString());
        }
    }

    public static void main(String[] args) throws Exception {
        GenericObjectPool generic = new GenericObjectPool(new Buffers());
        generic.setTimeBetweenEvictionRunsMillis(5);
        generic.setMinEvictableIdleTimeMillis(1);
        GenericKeyedObjectPool keyed = new GenericKeyedObjectPool(new KeyedBuffers());
        keyed.setTimeBetweenEvictionRunsMillis(5);
        ObjectPool[] pools = {
            generic, new StackObjectPool(new Buffers()), new SoftReferenceObjectPool(new Buffers())
        };
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> work(number, pools, keyed));
            threads[i].start();
        }
        for (int i = 1; i < 20; i++) {
            generic.setMaxActive(4 + i % 5);
            generic.setMaxIdle(i % 4);
            generic.setWhenExhaustedAction(GenericObjectPool.WHEN_EXHAUSTED_GROW);
            keyed.setMaxActive(8 + i % 3);
            Thread.sleep(1);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        for (ObjectPool pool : pools) {
            System.out.println(pool.getNumActive() + " " + (pool.getNumIdle() >= 0));
            pool.close();
        }
        keyed.close();
    }

    private static void work(int number, ObjectPool[] pools, KeyedObjectPool keyed) {
        try {
            for (int i = 0; i < 60; i++) {
                ObjectPool pool = pools[i % pools.length];
                StringBuilder one = (StringBuilder) pool.borrowObject();
                one.append(i);
                if (i % 17 == 0) {
                    pool.invalidateObject(one);
                } else {
                    pool.returnObject(one);
                }
                pool.getNumIdle();
                Object key = "key " + i % 3;
                Object other = keyed.borrowObject(key);
                keyed.getNumActive();
                keyed.returnObject(key, other);
                if (i % 20 == number) {
                    keyed.clear();
                }
            }
        } catch (Exception problem) {
            System.out.println(problem);
        }
    }
}
