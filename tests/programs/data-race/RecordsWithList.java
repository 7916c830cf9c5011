import java.util.ArrayList;
import java.util.List;

/** A record is as immutable as its parts: here one is a list that threads add to. */
public class RecordsWithList {
    record Basket(String owner, List<String> items) {
        void addBad(String item) {
            items.add(item);  // expect: data-race RecordsWithList$Basket.items
        }
    }

    public static void main(String[] args) {
        Basket basket = new Basket("Ada", new ArrayList<>());
        new Thread(() -> basket.addBad("tea")).start();
        new Thread(() -> basket.addBad("milk")).start();
    }
}
