import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Points are copied when they come in and when they go out, by one static method: what others get is their own. A copy
 * of a list alone has the pins of the list.
 */
public class CopiedDeeply {
    static class Point {
        int x;

        Point(int x) {
            this.x = x;
        }
    }

    static class Pin {
        int x;
    }

    private final Map<String, Point> points;
    private final List<Pin> pins = new ArrayList<>();

    CopiedDeeply(Map<String, Point> points) {
        this.points = copied(points);
        this.pins.add(new Pin());
    }

    private static Map<String, Point> copied(Map<String, Point> points) {
        Map<String, Point> copy = new HashMap<>();
        for (Map.Entry<String, Point> point : points.entrySet()) {
            copy.put(point.getKey(), new Point(point.getValue().x));
        }
        return copy;
    }

    synchronized Map<String, Point> allOk() {
        return copied(points);
    }

    synchronized void moveOk(String name) {
        points.get(name).x++;
    }

    synchronized List<Pin> pinsBad() {
        return new ArrayList<>(pins);
    }

    synchronized void pinBad() {
        pins.get(0).x++;  // expect: data-race CopiedDeeply$Pin.x
    }

    public static void main(String[] args) {
        Map<String, Point> first = new HashMap<>();
        first.put("a", new Point(1));
        CopiedDeeply tracker = new CopiedDeeply(first);
        new Thread(() -> tracker.moveOk("a")).start();
        new Thread(() -> tracker.pinBad()).start();
        System.out.println(tracker.allOk().get("a").x);
        System.out.println(tracker.pinsBad().get(0).x);
    }
}
