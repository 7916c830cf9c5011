import java.util.ArrayList;
import java.util.List;

/** A local list that a lambda captures, and that no field holds. */
public class ContainerLocal {
    static void workBad() {
        List<Integer> list = new ArrayList<>();
        Runnable task = () -> list.add(1);  // expect: data-race container ContainerLocal.list
        new Thread(task).start();
        new Thread(task).start();
    }

    public static void main(String[] args) {
        workBad();
    }
}
