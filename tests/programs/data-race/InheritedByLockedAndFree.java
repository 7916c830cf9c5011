/**
 * Two kinds of buffers inherit all that they do; one locks, the other is for one thread. Many make both. That the
 * one locks says nothing of the other, but for what it forgets itself.
 */
public class InheritedByLockedAndFree {
    public abstract static class Buffer {
        protected int count;
        protected int lost;

        int add(int more) {
            count += more;  // expect: data-race InheritedByLockedAndFree$Buffer.count (note)
            return count;
        }

        int lose(int more) {
            lost += more;  // expect: data-race InheritedByLockedAndFree$Buffer.lost
            return lost;
        }

        public abstract int writeOk(int more);
    }

    public static class Locked extends Buffer {
        @Override
        public synchronized int writeOk(int more) {
            return add(more);
        }

        public synchronized int leftOk() {
            return count - lost;
        }

        public int dropBad(int more) {
            return lose(more);
        }

        public synchronized int dropOk(int more) {
            return lose(more);
        }
    }

    public static class Free extends Buffer {
        @Override
        public int writeOk(int more) {
            return add(more);
        }

        public int leftOk() {
            return count - lost;
        }

        public int dropOk(int more) {
            return lose(more);
        }
    }

    public Buffer firstOk(boolean isShared) {
        Buffer made = isShared ? new Locked() : new Free();
        made.writeOk(1);
        return made;
    }

    public Buffer secondOk(boolean isShared) {
        Buffer made = isShared ? new Locked() : new Free();
        made.writeOk(2);
        return made;
    }

    public Buffer thirdOk(boolean isShared) {
        Buffer made = isShared ? new Locked() : new Free();
        made.writeOk(3);
        return made;
    }

    public Buffer fourthOk(boolean isShared) {
        Buffer made = isShared ? new Locked() : new Free();
        made.writeOk(4);
        return made;
    }

    public Buffer fifthOk(boolean isShared) {
        Buffer made = isShared ? new Locked() : new Free();
        made.writeOk(5);
        return made;
    }
}
