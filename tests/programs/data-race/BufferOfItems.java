/** What is taken out of an array under a lock, so that nobody takes it again, belongs to its taker: if its place is
 * cleared, if it lies behind the end, or if the buffer counts one less. What stays in the array does not. */
public class BufferOfItems {
    static class Letter {
        int read;
    }

    static class Plate {
        int washed;
    }

    static class Ticket {
        int stamps;
    }

    static class Server {
        int requests;
    }

    static class Card {
        int looks;
    }

    private final Letter[] letters = new Letter[4];
    private int first;
    private final Plate[] plates = new Plate[4];
    private int size;
    private final Ticket[] tickets = new Ticket[4];
    private int from;
    private int count;
    private final Server[] servers = {new Server(), new Server()};
    private int next;
    private final Card[] cards = {new Card(), new Card()};
    private int top = 1;

    synchronized void fill() {
        for (int i = 0; i < 4; i++) {
            letters[i] = new Letter();
            plates[i] = new Plate();
            tickets[i] = new Ticket();
        }
        size = 4;
        count = 4;
    }

    synchronized Letter letter() {
        Letter letter = letters[first];
        letters[first] = null;
        first = (first + 1) % letters.length;
        return letter;
    }

    synchronized Plate plate() {
        return size == 0 ? null : plates[--size];
    }

    synchronized Ticket ticket() {
        if (count == 0) {
            return null;
        }
        Ticket ticket = tickets[from];
        from = (from + 1) % tickets.length;
        count--;
        return ticket;
    }

    /** All come round to the same servers again. */
    synchronized Server server() {
        Server server = servers[next];
        next = (next + 1) % servers.length;
        return server;
    }

    synchronized Card card() {
        return cards[top - 1];
    }

    void workOk() {
        Letter letter = letter();
        if (letter != null) {
            letter.read++;
        }
        Plate plate = plate();
        if (plate != null) {
            plate.washed++;
        }
        Ticket ticket = ticket();
        if (ticket != null) {
            ticket.stamps++;
        }
    }

    void workBad() {
        server().requests++;  // expect: data-race BufferOfItems$Server.requests
        card().looks++;  // expect: data-race BufferOfItems$Card.looks
    }

    public static void main(String[] args) {
        BufferOfItems buffer = new BufferOfItems();
        buffer.fill();
        for (int i = 0; i < 3; i++) {
            new Thread(() -> {
                buffer.workOk();
                buffer.workBad();
            }).start();
        }
    }
}
