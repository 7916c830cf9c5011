/** A loop joins one thread fewer than another started, since it begins at the second one. */
public class JoinFromSecond {
    private static int total;
    private static int joined;

    static synchronized void addBad() {
        total++;
    }

    static synchronized void addOk() {
        joined++;
    }

    static void allButFirstBad(int many) throws InterruptedException {
        Thread[] threads = new Thread[many];
        for (int i = 0; i < many; i++) {
            threads[i] = new Thread(JoinFromSecond::addBad);
            threads[i].start();
        }
        for (int i = 1; i < many; i++) {
            threads[i].join();
        }
        System.out.println(total);  // expect: data-race JoinFromSecond.total
    }

    static void allOk(int many) throws InterruptedException {
        Thread[] threads = new Thread[many];
        for (int i = 0; i < many; i++) {
            threads[i] = new Thread(JoinFromSecond::addOk);
            threads[i].start();
        }
        for (int i = 0; i <= threads.length - 1; i++) {
            threads[i].join();
        }
        System.out.println(joined);
    }

    public static void main(String[] args) throws InterruptedException {
        allButFirstBad(args.length + 2);
        allOk(args.length + 2);
    }
}
