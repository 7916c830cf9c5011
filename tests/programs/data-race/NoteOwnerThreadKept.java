// snarl: --open NoteOwnerThreadKept
/** The running thread keeps itself in one object, and is then found to be the one that another object knows. */
public class NoteOwnerThreadKept {
    static class Queue {
        Thread owner;
        int sizeBad;
        int lateBad;
    }

    private volatile Queue queue = new Queue();
    private volatile Thread submitting;

    public void startBad() {
        Queue mine = new Queue();
        mine.owner = Thread.currentThread();
        queue = mine;
        mine.sizeBad = 1;
    }

    public void submitBad() {
        submitting = Thread.currentThread();
        Queue found = queue;
        if (found.owner == submitting) {
            found.sizeBad++;  // expect: data-race NoteOwnerThreadKept$Queue.sizeBad (note)
        } else {
            found.lateBad = found.lateBad * 3 + 1;  // expect: data-race NoteOwnerThreadKept$Queue.lateBad
        }
    }
}
