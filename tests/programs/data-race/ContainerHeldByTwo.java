import java.util.ArrayList;
import java.util.List;

/** Two objects share a list, and each locks itself. */
public class ContainerHeldByTwo {
    static class Writer {
        private final List<String> lines;

        Writer(List<String> lines) {
            this.lines = lines;
        }

        synchronized void writeBad(String line) {
            lines.add(line);  // expect: data-race container ContainerHeldByTwo$Writer.lines
        }
    }

    public static void main(String[] args) {
        List<String> lines = new ArrayList<>();
        Writer first = new Writer(lines);
        Writer second = new Writer(lines);
        new Thread(() -> first.writeBad("a")).start();
        new Thread(() -> second.writeBad("b")).start();
    }
}
