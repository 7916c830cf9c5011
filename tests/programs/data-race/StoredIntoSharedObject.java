/** A new object is put into a field of one that others know, and only then filled. */
public class StoredIntoSharedObject {
    static class Node {
        int weight;
        Node next;
    }

    private volatile Node head;

    public void fillLateBad() {
        Node node = new Node();
        node.next = head;
        head = node;
        node.weight = 1;  // expect: data-race StoredIntoSharedObject$Node.weight
    }

    public void fillEarlyOk() {
        Node node = new Node();
        node.next = head;
        head = node;
    }

    public synchronized int weightBad() {
        Node node = head;
        return node == null ? 0 : node.weight;
    }
}
