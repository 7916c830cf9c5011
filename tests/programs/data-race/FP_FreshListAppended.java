/** A parser that one method makes and drops; its result is a list whose nodes know the parser. */
public class FP_FreshListAppended {
    static class Node {
        Node next;
        final Parser parser;

        Node(Parser parser) {
            this.parser = parser;
        }
    }

    static class Parser {
        int at;
        Node head;
        Node tail;

        Node parseOk(int count) {
            while (at < count) {
                at++;
                addOk(new Node(this));
            }
            return head;
        }

        private void addOk(Node node) {
            if (head == null) {
                head = node;
                tail = node;
            } else {
                tail.next = node;  // false alarm: data-race FP_FreshListAppended$Node.next
                tail = node;
            }
        }
    }

    private volatile Node nodes;

    public void setOk(int count) {
        nodes = new Parser().parseOk(count);
    }

    public int sizeOk() {
        int size = 0;
        for (Node node = nodes; node != null; node = node.next) {
            size++;
        }
        return size;
    }
}
