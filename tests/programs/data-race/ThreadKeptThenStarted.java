import java.util.ArrayList;
import java.util.List;

/** Threads that are kept somewhere first know all that they were made with once they are started. */
public class ThreadKeptThenStarted {
    static class Cell {
        int inField;
        int inList;
        int byHelper;
        int earlyOk;
    }

    static class Holder {
        Thread thread;
    }

    static class Young {
        private int age;

        Young(Thread[] kept) {
            kept[0] = new Thread(() -> System.out.println(age));
            kept[0].start();
            age = 1;  // expect: data-race ThreadKeptThenStarted$Young.age
        }
    }

    static void startAll(List<Thread> threads) {
        for (Thread thread : threads) {
            thread.start();
        }
    }

    static void fieldBad() {
        Cell cell = new Cell();
        Holder holder = new Holder();
        holder.thread = new Thread(() -> System.out.println(cell.inField + cell.earlyOk));
        cell.earlyOk = 1;
        holder.thread.start();
        cell.inField = 1;  // expect: data-race ThreadKeptThenStarted$Cell.inField
    }

    static void listBad() {
        Cell cell = new Cell();
        List<Thread> threads = new ArrayList<>();
        threads.add(new Thread(() -> System.out.println(cell.inList + cell.earlyOk)));
        cell.earlyOk = 1;
        for (Thread thread : threads) {
            thread.start();
        }
        cell.inList = 1;  // expect: data-race ThreadKeptThenStarted$Cell.inList
    }

    static void helperBad() {
        Cell cell = new Cell();
        List<Thread> threads = new ArrayList<>();
        threads.add(new Thread(() -> System.out.println(cell.byHelper + cell.earlyOk)));
        cell.earlyOk = 1;
        startAll(threads);
        cell.byHelper = 1;  // expect: data-race ThreadKeptThenStarted$Cell.byHelper
    }

    public static void main(String[] args) {
        new Young(new Thread[1]);
        fieldBad();
        listBad();
        helperBad();
    }
}
