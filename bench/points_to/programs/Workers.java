import java.util.ArrayList;
import java.util.List;

/** Two threads and no library: what the JDK alone costs. */
public final class Workers {
  private Workers() {}

  static final class Counter {
    private int count;

    synchronized void add(int step) {
      count += step;
    }
  }

  static final class Worker implements Runnable {
    private final Counter counter;
    private final List<String> lines;

    Worker(Counter counter, List<String> lines) {
      this.counter = counter;
      this.lines = lines;
    }

    @Override
    public void run() {
      for (String line : lines) {
        counter.add(line.length());
      }
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    Counter counter = new Counter();
    List<String> lines = new ArrayList<>(List.of(arguments));
    lines.add("one more");
    Thread first = new Thread(new Worker(counter, lines), "first");
    Thread second = new Thread(() -> lines.forEach(line -> counter.add(1)));
    first.start();
    second.start();
    first.join();
    second.join();
    System.out.println("counted " + counter.count);
  }
}
