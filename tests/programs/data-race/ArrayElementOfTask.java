/** Each thread has a task of its own, with a number that the loop gave it; a task that two threads run, or a number
 * that two tasks have, tells no elements apart. */
public class ArrayElementOfTask {
    static class Worker implements Runnable {
        private final int number;
        private final long[] sums;

        Worker(int number, long[] sums) {
            this.number = number;
            this.sums = sums;
        }

        @Override
        public void run() {
            for (int i = 0; i < 10; i++) {
                sums[number] += i;
            }
        }
    }

    static class Runner extends Thread {
        private final int number;
        private final int[] roundsOk;

        Runner(int number, int[] roundsOk) {
            this.number = number;
            this.roundsOk = roundsOk;
        }

        @Override
        public void run() {
            roundsOk[number]++;
        }
    }

    static class Halved implements Runnable {
        private final int number;
        private final long[] halvesBad;

        Halved(int number, long[] halvesBad) {
            this.number = number;
            this.halvesBad = halvesBad;
        }

        @Override
        public void run() {
            halvesBad[number]++;  // expect: data-race array ArrayElementOfTask$Halved.halvesBad
        }
    }

    static class Twin implements Runnable {
        private final int number;
        private final long[] twinsBad;

        Twin(int number, long[] twinsBad) {
            this.number = number;
            this.twinsBad = twinsBad;
        }

        @Override
        public void run() {
            twinsBad[number]++;  // expect: data-race array ArrayElementOfTask$Twin.twinsBad (note)
        }
    }

    public static void main(String[] args) throws InterruptedException {
        long[] sums = new long[4];
        int[] rounds = new int[4];
        long[] halves = new long[4];
        long[] twins = new long[4];
        Thread[] workers = new Thread[4];
        Runner[] runners = new Runner[4];
        for (int i = 0; i < 4; i++) {
            workers[i] = new Thread(new Worker(i, sums));
            workers[i].start();
            runners[i] = new Runner(i, rounds);
            runners[i].start();
            new Thread(new Halved(i / 2, halves)).start();
            Twin twin = new Twin(i, twins);
            new Thread(twin).start();
            new Thread(twin).start();
        }
        long total = 0;
        for (int i = 0; i < 4; i++) {
            workers[i].join();
            runners[i].join();
            total += sums[i] + rounds[i];
        }
        System.out.println(total);
    }
}
