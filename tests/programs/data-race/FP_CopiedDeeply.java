import java.util.HashMap;
import java.util.Map;

/** Points are copied when they come in and when they go out, by one static method: what others get is their own. */
public class FP_CopiedDeeply {
    static class Point {
        int x;

        Point(int x) {
            this.x = x;
        }
    }

    private final Map<String, Point> points;

    FP_CopiedDeeply(Map<String, Point> points) {
        this.points = copied(points);
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

    public static void main(String[] args) {
        Map<String, Point> first = new HashMap<>();
        first.put("a", new Point(1));
        FP_CopiedDeeply tracker = new FP_CopiedDeeply(first);
        new Thread(() -> tracker.moveOk("a")).start();
        System.out.println(tracker.allOk().get("a").x);  // false alarm: data-race FP_CopiedDeeply$Point.x
    }
}
