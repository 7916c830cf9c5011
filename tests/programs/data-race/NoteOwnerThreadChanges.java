// snarl: --open NoteOwnerThreadChanges
/** Each who takes it over is the owner from then on, and the one before may still be at work. */
public class NoteOwnerThreadChanges {
    private volatile Thread owner;
    private int countBad;

    public void takeOver() {
        owner = Thread.currentThread();
    }

    public void countBad() {
        if (Thread.currentThread() == owner) {
            countBad++;  // expect: data-race NoteOwnerThreadChanges.countBad (note)
        }
    }
}
