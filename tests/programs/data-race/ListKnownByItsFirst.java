/** Whoever has the first of a list has all of it: the last one is nobody's own. */
public class ListKnownByItsFirst {
    static class Entry {
        Entry next;
    }

    static class Chain {
        Entry head;
        Entry tail;

        private void add(Entry entry) {
            if (head == null) {
                head = entry;
            } else {
                tail.next = entry;  // expect: data-race ListKnownByItsFirst$Entry.next
            }
            tail = entry;
        }
    }

    private volatile Entry entries;

    /** Others know the list while it grows. */
    public void setBad(int count) {
        Chain chain = new Chain();
        for (int i = 0; i < count; i++) {
            chain.add(new Entry());
            entries = chain.head;
        }
    }

    public int sizeBad() {
        int size = 0;
        for (Entry entry = entries; entry != null; entry = entry.next) {
            size++;
        }
        return size;
    }

    static class Link {
        Link next;
    }

    static class Links {
        Link head;
        Link tail;
    }

    private volatile Link links;

    /** The same in one method. */
    public void setAtOnceBad(int count) {
        Links all = new Links();
        for (int i = 0; i < count; i++) {
            Link link = new Link();
            if (all.head == null) {
                all.head = link;
            } else {
                all.tail.next = link;  // expect: data-race ListKnownByItsFirst$Link.next
            }
            all.tail = link;
            links = all.head;
        }
    }

    public Link nextBad() {
        return links.next;
    }

    static class Item {
        int size;
    }

    static class Box {
        Item item;
    }

    private volatile Box box;

    /** What a new object alone holds is as new as that. */
    public void packOk(int size) {
        Box fresh = new Box();
        fresh.item = new Item();
        fresh.item.size = size;
        box = fresh;
    }

    public int sizeOk() {
        return box.item.size;
    }
}
