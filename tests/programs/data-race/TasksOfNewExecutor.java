// needs: 21
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An executor that a factory has made is known to nobody, but it tells its threads of its tasks. */
public class TasksOfNewExecutor {
    record Box(List<String> items) {
        void addBad(String item) {
            items.add(item);  // expect: data-race container TasksOfNewExecutor$Box.items
        }
    }

    public static void main(String[] args) {
        Box box = new Box(new ArrayList<>());
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 10; i++) {
                executor.submit(() -> box.addBad("a"));
            }
        }
        System.out.println(box.items().size());
    }
}
