import java.lang.ref.WeakReference;
import java.util.concurrent.locks.ReentrantLock;

/** A queue that copies another one holds its own lock meanwhile; cursors are still under that of their queue. */
public class HintOfItsOwn {
    static class Queue {
        private final ReentrantLock lock = new ReentrantLock();
        private Cursors cursors;
        private int changes;
        private int looks;

        Queue() {}

        Queue(Queue other) {
            lock.lock();
            try {
                other.cursorOk();
            } finally {
                lock.unlock();
            }
        }

        Cursor cursorOk() {
            return new Cursor();
        }

        void changeOk() {
            lock.lock();
            try {
                if (cursors != null) {
                    cursors.changed();
                }
            } finally {
                lock.unlock();
            }
        }

        int looksBad() {
            return looks;  // expect: data-race HintOfItsOwn$Queue.looks
        }

        class Cursors {
            private Node first;

            void add(Cursor cursor) {
                first = new Node(cursor, first);
            }

            void changed() {
                for (Node it = first; it != null; it = it.next) {
                    Cursor cursor = it.get();
                    if (cursor != null) {
                        cursor.changed();
                    }
                }
            }

            private class Node extends WeakReference<Cursor> {
                Node next;

                Node(Cursor cursor, Node next) {
                    super(cursor);
                    this.next = next;
                }
            }
        }

        class Cursor {
            Cursor() {
                lock.lock();
                try {
                    if (cursors == null) {
                        cursors = new Cursors();
                    }
                    changes++;
                    looks++;
                    cursors.add(this);
                } finally {
                    lock.unlock();
                }
            }

            void changed() {
                changes++;
            }
        }
    }

    public static void main(String[] args) {
        Queue shared = new Queue();
        new Thread(() -> new Queue(shared).changeOk()).start();
        new Thread(shared::changeOk).start();
        System.out.println(shared.looksBad());
    }
}
