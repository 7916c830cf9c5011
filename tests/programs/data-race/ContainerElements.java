import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The list is synchronized, but its elements are not. */
public class ContainerElements {
    static class Item {
        int uses;
    }

    private static final List<Item> ITEMS = Collections.synchronizedList(new ArrayList<>());

    static void useBad() {
        ITEMS.get(0).uses++;  // expect: data-race ContainerElements$Item.uses
    }

    public static void main(String[] args) {
        ITEMS.add(new Item());
        new Thread(ContainerElements::useBad).start();
        new Thread(ContainerElements::useBad).start();
    }
}
