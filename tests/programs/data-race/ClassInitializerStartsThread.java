/** A class initializer starts a thread, and goes on writing what the thread reads elsewhere. */
public class ClassInitializerStartsThread {
    static class Shared {
        static int limit;
    }

    static class Reader extends Thread {
        @Override
        public void run() {
            System.out.println(Shared.limit);
        }
    }

    static class Service {
        static {
            new Reader().start();
            Shared.limit = 5;  // expect: data-race ClassInitializerStartsThread$Shared.limit
        }

        static void useBad() {}
    }

    public static void main(String[] args) {
        Service.useBad();
    }
}
