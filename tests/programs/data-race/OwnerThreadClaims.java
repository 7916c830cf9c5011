// snarl: --open OwnerThreadClaims
/** Whoever says that it is the owner, and asks nobody, keeps nobody out. */
public class OwnerThreadClaims {
    private volatile Thread owner;
    private int countBad;

    public void countBad() {
        owner = Thread.currentThread();
        countBad++;  // expect: data-race OwnerThreadClaims.countBad
    }

    public boolean isOwner() {
        return Thread.currentThread() == owner;
    }

    public int countBad(int least) {
        return Math.max(least, countBad);
    }
}
