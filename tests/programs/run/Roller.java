/**
 * In the spirit of paper 5's roller: passengers compete for the seats of a car. They look at the free
 * seats just before they take the lock; all fields are set without it.
 */
public final class Roller implements Runnable {
    private static final int PASSENGERS = 7;
    private static final int RIDES = 3;

    private int free;
    private int capacity;
    private int rides;

    Roller(int seats) {
        free = seats;
        capacity = seats;
        rides = 0;
    }

    void board() throws InterruptedException {
        if (free == 0) {
            Thread.yield();
        }
        synchronized (this) {
            while (free == 0) {
                wait();
            }
            free--;
            notifyAll();
        }
    }

    @Override
    public synchronized void run() {
        try {
            for (int ride = 0; ride < RIDES; ride++) {
                while (free > 0) {
                    wait();
                }
                rides++;
                free = capacity;
                notifyAll();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    synchronized int rides() {
        return rides;
    }

    static void ride(Roller roller) {
        try {
            for (int ride = 0; ride < RIDES; ride++) {
                roller.board();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Roller roller = new Roller(PASSENGERS);
        Thread car = new Thread(roller, "car");
        car.start();
        for (int i = 0; i < PASSENGERS; i++) {
            new Thread(() -> ride(roller), "passenger-" + i).start();
        }
        car.join();
        System.out.println(roller.rides() + " rides");
    }
}
