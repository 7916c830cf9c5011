/** An element of two objects' arrays is guarded by neither of the two. */
public class ElementsGivenAway {
    static class Page {
        int size;
    }

    static class OwnPage {
        int size;
    }

    /** Gives pages to others. */
    public static class Book {
        private final Page[] pages = new Page[4];

        public synchronized void open(int number) {
            pages[number] = new Page();
        }

        public synchronized void writeBad(int number) {
            pages[number].size++;  // expect: data-race ElementsGivenAway$Page.size (note)
        }

        public void give(int number, Book to) {
            Page page;
            synchronized (this) {
                page = pages[number];
            }
            synchronized (to) {
                to.pages[number] = page;
            }
        }
    }

    /** Keeps its pages. */
    public static class Diary {
        private final OwnPage[] pages = new OwnPage[4];

        public synchronized void open(int number) {
            pages[number] = new OwnPage();
        }

        public synchronized void writeOk(int number) {
            pages[number].size++;
        }

        public synchronized void swapOk(int one, int two) {
            OwnPage page = pages[one];
            pages[one] = pages[two];
            pages[two] = page;
        }
    }
}
