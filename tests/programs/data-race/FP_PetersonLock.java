/** A lock for two threads, made of volatile fields alone. */
public class FP_PetersonLock {
    static class Peterson {
        private volatile boolean flag0, flag1;
        private volatile int turn;

        void lock0() {
            flag0 = true;
            turn = 1;
            while (flag1 && turn == 1) Thread.yield();
        }

        void unlock0() {
            flag0 = false;
        }

        void lock1() {
            flag1 = true;
            turn = 0;
            while (flag0 && turn == 0) Thread.yield();
        }

        void unlock1() {
            flag1 = false;
        }
    }

    final Peterson peterson = new Peterson();
    int count;

    void firstOk() {
        peterson.lock0();
        count++;  // false alarm: data-race FP_PetersonLock.count
        peterson.unlock0();
    }

    void secondOk() {
        peterson.lock1();
        count++;
        peterson.unlock1();
    }

    public static void main(String[] args) throws InterruptedException {
        FP_PetersonLock it = new FP_PetersonLock();
        Thread a = new Thread(it::firstOk);
        Thread b = new Thread(it::secondOk);
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
