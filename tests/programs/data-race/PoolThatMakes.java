import java.util.ArrayDeque;
import java.util.Deque;

/** A pool gives what somebody has brought back, or makes a new one: either way it is the borrower's. */
public class PoolThatMakes {
    static class Connection {
        int uses;
        int late;
    }

    private final Deque<Connection> free = new ArrayDeque<>();
    private int made;

    synchronized Connection borrow() throws InterruptedException {
        while (free.isEmpty() && made >= 3) {
            wait();
        }
        if (!free.isEmpty()) {
            return free.pop();
        }
        made++;
        return new Connection();
    }

    synchronized void giveBack(Connection connection) {
        free.push(connection);
        notifyAll();
    }

    void useOk() throws InterruptedException {
        Connection mine = borrow();
        mine.uses++;
        giveBack(mine);
    }

    void useBad() throws InterruptedException {
        Connection mine = borrow();
        giveBack(mine);
        mine.late++;  // expect: data-race PoolThatMakes$Connection.late
    }

    public static void main(String[] args) {
        PoolThatMakes pool = new PoolThatMakes();
        for (int i = 0; i < 5; i++) {
            new Thread(() -> {
                try {
                    pool.useOk();
                    pool.useBad();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }).start();
        }
    }
}
