// exact: none

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/** The library calls back: comparators, compareTo, equals and hashCode. */
public class Comparators {
    static class Item implements Comparable<Item> {
        @Override
        public int compareTo(Item other) {  // reached
            see(other);  // points to: Item@30 Item@31
            return 0;
        }
    }

    static class Backwards implements Comparator<Item> {
        @Override
        public int compare(Item left, Item right) {  // reached
            see(left);  // points to: Item@30 Item@31
            see(right);  // points to: Item@30 Item@31
            return 0;
        }
    }

    public static void main(String[] args) {
        List<Item> list = new ArrayList<>();
        list.add(new Item());
        list.add(new Item());
        Collections.sort(list);
        list.sort(new Backwards());
        list.sort(Comparator.comparing(item -> {
            see(item);  // points to: Item@30 Item@31
            return 1;
        }));
        TreeMap<Item, Object> tree = new TreeMap<>();
        tree.put(list.get(0), list);
        see(tree.firstKey());  // points to: Item@30 Item@31
    }

    static void see(Object o) {}
}
