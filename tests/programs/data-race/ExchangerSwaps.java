import java.util.concurrent.Exchanger;

/** Two threads fill a page each, swap them, and read what they got. */
public class ExchangerSwaps {
    static class Page {
        String text;
    }

    private static final Exchanger<Page> EXCHANGER = new Exchanger<>();

    static void swapOk(String text) {
        Page page = new Page();
        page.text = text;
        try {
            Page other = EXCHANGER.exchange(page);
            System.out.println(other.text);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) {
        new Thread(() -> swapOk("left")).start();
        new Thread(() -> swapOk("right")).start();
    }
}
