// snarl: --open JoinedByAsker
/** An object starts a thread when it is made, and joins it before it gives the result. */
public class JoinedByAsker {
    private final Thread thread;
    private final Thread unstarted;
    private long sum;
    private long early;
    private long swallowed;
    private long late;
    private long later;

    public JoinedByAsker(int[] data) {
        thread = new Thread(() -> addOk(data));
        thread.start();
        unstarted = new Thread(this::lateBad);
    }

    private void addOk(int[] data) {
        for (int number : data) {
            sum += number;
            early += number;  // expect: data-race JoinedByAsker.early
            swallowed += number;  // expect: data-race JoinedByAsker.swallowed
            later += number;
        }
    }

    private void lateBad() {
        late++;  // expect: data-race JoinedByAsker.late
    }

    public void start() {
        unstarted.start();
    }

    public long sumOk() throws InterruptedException {
        thread.join();
        return sum;
    }

    public long earlyBad() throws InterruptedException {
        long found = early;
        thread.join();
        return found;
    }

    public long swallowedBad() {
        try {
            thread.join();
        } catch (InterruptedException e) {
            System.out.println("not yet");
        }
        return swallowed;
    }

    public long lateBad(int limit) throws InterruptedException {
        unstarted.join();
        return late;
    }

    public long laterBad() throws InterruptedException {
        thread.join();
        return ++later;  // expect: data-race JoinedByAsker.later
    }
}
