import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.commons.pool.BaseKeyedPoolableObjectFactory;
import org.apache.commons.pool.BasePoolableObjectFactory;
import org.apache.commons.pool.KeyedObjectPool;
import org.apache.commons.pool.ObjectPool;
import org.apache.commons.pool.PoolUtils;
import org.apache.commons.pool.impl.GenericKeyedObjectPool;
import org.apache.commons.pool.impl.GenericObjectPool;
import org.apache.commons.pool.impl.SoftReferenceObjectPool;
import org.apache.commons.pool.impl.StackKeyedObjectPool;
import org.apache.commons.pool.impl.StackObjectPool;

/** commons-pool: every kind of pool, used by two threads. */
public final class Pool {
  private Pool() {}

  static final class Buffers extends BasePoolableObjectFactory<StringBuilder> {
    @Override
    public StringBuilder makeObject() {
      return new StringBuilder();
    }

    @Override
    public void passivateObject(StringBuilder buffer) {
      buffer.setLength(0);
    }
  }

  static final class Named extends BaseKeyedPoolableObjectFactory<String, StringBuilder> {
    @Override
    public StringBuilder makeObject(String key) {
      return new StringBuilder(key);
    }
  }

  private static int use(ObjectPool<StringBuilder> pool) throws Exception {
    pool.addObject();
    StringBuilder buffer = pool.borrowObject();
    buffer.append("used");
    int length = buffer.length();
    pool.returnObject(buffer);
    pool.invalidateObject(pool.borrowObject());
    pool.clear();
    return length + pool.getNumIdle() + pool.getNumActive();
  }

  private static int use(KeyedObjectPool<String, StringBuilder> pool) throws Exception {
    pool.addObject("a");
    StringBuilder buffer = pool.borrowObject("a");
    int length = buffer.length();
    pool.returnObject("a", buffer);
    pool.invalidateObject("b", pool.borrowObject("b"));
    pool.clear("a");
    pool.clear();
    return length + pool.getNumIdle("a") + pool.getNumActive();
  }

  public static void main(String[] arguments) throws Exception {
    GenericObjectPool<StringBuilder> generic = new GenericObjectPool<>(new Buffers());
    generic.setTimeBetweenEvictionRunsMillis(10);
    generic.setTestOnBorrow(true);
    GenericKeyedObjectPool<String, StringBuilder> keyed = new GenericKeyedObjectPool<>(new Named());
    keyed.setTimeBetweenEvictionRunsMillis(10);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    Future<Integer> one = threads.submit(() -> use(generic) + use(keyed));
    Future<Integer> two = threads.submit(() -> use(PoolUtils.synchronizedPool(generic)));
    int used = one.get() + two.get();
    used += use(new StackObjectPool<>(new Buffers()));
    used += use(new SoftReferenceObjectPool<>(new Buffers()));
    used += use(new StackKeyedObjectPool<>(new Named()));
    used += use(PoolUtils.erodingPool(new GenericObjectPool<>(new Buffers())));
    threads.shutdown();
    generic.close();
    keyed.close();
    System.out.println("used " + used);
  }
}
