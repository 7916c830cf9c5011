/** A field that is filled when it is empty, with the same by all, is a cache; one that keeps what somebody gave is none. */
public class LazyOrNot {
    private final String text;
    private String upper;
    private String first;
    private String best;
    private int bestPrice;

    LazyOrNot(String text) {
        this.text = text;
    }

    String upperBad() {
        String found = upper;
        if (found == null) {
            found = text.toUpperCase();
            upper = found;  // expect: data-race LazyOrNot.upper (note)
        }
        return found;
    }

    void firstBad(String name) {
        if (first == null) {
            first = name;  // expect: data-race LazyOrNot.first
        }
    }

    void bestBad(String shop, int price) {
        if (best == null || price < bestPrice) {
            best = "shop " + shop;  // expect: data-race LazyOrNot.best
            bestPrice = price;  // expect: data-race LazyOrNot.bestPrice
        }
    }

    public static void main(String[] args) {
        LazyOrNot it = new LazyOrNot("text");
        for (int i = 0; i < 2; i++) {
            int number = i;
            new Thread(() -> {
                System.out.println(it.upperBad());
                it.firstBad("name " + number);
                it.bestBad("a" + number, number);
            }).start();
        }
    }
}
