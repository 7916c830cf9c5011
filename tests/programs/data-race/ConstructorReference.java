import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** What a reference to a constructor makes is known to nobody before the map has it; unless the constructor tells. */
public class ConstructorReference {
    static class RoomOk {
        private final String name;
        private final List<String> lines = new CopyOnWriteArrayList<>();
        private int size;

        RoomOk(String name) {
            this.name = name;
            size = name.length();
        }

        String show() {
            return name + lines + size;
        }
    }

    static class RoomBad {
        static final List<RoomBad> ALL = new CopyOnWriteArrayList<>();
        private int size;

        RoomBad(String name) {
            ALL.add(this);
            size = name.length();  // expect: data-race ConstructorReference$RoomBad.size
        }
    }

    private final ConcurrentMap<String, RoomOk> rooms = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, RoomBad> others = new ConcurrentHashMap<>();

    void visit(String name) {
        System.out.println(rooms.computeIfAbsent(name, RoomOk::new).show());
        others.computeIfAbsent(name, RoomBad::new);
        List<Integer> sizes = new ArrayList<>();
        for (RoomBad room : RoomBad.ALL) {
            sizes.add(room.size);
        }
        System.out.println(sizes);
    }

    public static void main(String[] args) {
        ConstructorReference house = new ConstructorReference();
        for (int i = 0; i < 3; i++) {
            String name = "room " + i % 2;
            new Thread(() -> house.visit(name)).start();
        }
    }
}
