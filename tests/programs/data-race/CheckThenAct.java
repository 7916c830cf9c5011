/** Both threads may see the seat free, and both take it. */
public class CheckThenAct {
    static class Seat {
        private boolean taken;

        boolean takeBad() {
            if (!taken) {
                taken = true;  // expect: data-race CheckThenAct$Seat.taken
                return true;
            }
            return false;
        }
    }

    public static void main(String[] args) {
        Seat seat = new Seat();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> System.out.println(seat.takeBad())).start();
        }
    }
}
