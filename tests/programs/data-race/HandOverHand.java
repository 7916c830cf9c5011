import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** A sorted list in which who goes along locks the next node before he unlocks the last one. */
public class HandOverHand {
    static class Node {
        final Lock lock = new ReentrantLock();
        final int key;
        Node next;
        int visits;

        Node(int key) {
            this.key = key;
        }
    }

    private final Node head = new Node(Integer.MIN_VALUE);

    void insertOk(int key) {
        Node last = head;
        last.lock.lock();
        Node here = last.next;
        if (here != null) {
            here.lock.lock();
        }
        while (here != null && here.key < key) {
            last.lock.unlock();
            last = here;
            here = here.next;
            if (here != null) {
                here.lock.lock();
            }
        }
        Node made = new Node(key);
        made.next = here;
        last.next = made;
        last.lock.unlock();
        if (here != null) {
            here.lock.unlock();
        }
    }

    void visitBad() {
        Node here = head;
        here.lock.lock();
        while (here.next != null) {
            Node next = here.next;
            here.lock.unlock();
            here.visits++;  // expect: data-race HandOverHand$Node.visits
            next.lock.lock();
            here = next;
        }
        here.lock.unlock();
    }

    public static void main(String[] args) {
        HandOverHand list = new HandOverHand();
        for (int i = 0; i < 3; i++) {
            int key = i;
            new Thread(() -> list.insertOk(key)).start();
            new Thread(list::visitBad).start();
        }
    }
}
