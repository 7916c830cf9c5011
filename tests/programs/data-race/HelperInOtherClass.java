/** The caller locks an object, and calls its methods, which do not lock. */
public class HelperInOtherClass {
    static class Page {
        private int lines;

        void add() {
            lines++;
        }
    }

    static void printOk(Page page) {
        synchronized (page) {
            page.add();
        }
    }

    public static void main(String[] args) {
        Page page = new Page();
        new Thread(() -> printOk(page)).start();
        new Thread(() -> printOk(page)).start();
    }
}
