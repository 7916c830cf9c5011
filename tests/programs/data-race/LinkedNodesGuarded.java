/** Nodes that are reached only through their list, and only under its monitor. */
public class LinkedNodesGuarded {
    private static class Node {
        private final int value;
        private Node next;

        Node(int value) {
            this.value = value;
        }
    }

    private Node head;

    public synchronized void addOk(int value) {
        Node node = new Node(value);
        node.next = head;
        head = node;
    }

    public synchronized void removeOk(int value) {
        for (Node node = head; node != null && node.next != null; node = node.next) {
            if (node.next.value == value) {
                node.next = node.next.next;
            }
        }
    }
}
