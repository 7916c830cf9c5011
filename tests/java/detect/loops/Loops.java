import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;

/**
 * What two threads do in loops that count: of each class that ends in Bad there is a race, and only of
 * these. Whether something is a race does not depend on who comes first.
 */
class Loops {
    abstract static class Case {
        final double[] data = new double[200];
        final CyclicBarrier barrier = new CyclicBarrier(2);
        final CountDownLatch given = new CountDownLatch(1);

        abstract void one() throws Exception;

        abstract void two() throws Exception;

        void meet() throws Exception {
            barrier.await();
        }
    }

    /** Each has a half, in many epochs, and then the other's. */
    static class HalvesOk extends Case {
        void work(double[] numbers, int from, int to) {
            for (int i = from; i < to; i++) {
                numbers[i] += 1;
            }
        }

        void one() throws Exception {
            for (int turn = 0; turn < 5; turn++) {
                work(data, 0, 100);
                meet();
            }
            work(data, 100, 200);
        }

        void two() throws Exception {
            for (int turn = 0; turn < 5; turn++) {
                work(data, 100, 200);
                meet();
            }
            work(data, 0, 100);
        }
    }

    /** The same, but they share one element in the last of them. */
    static class HalvesBad extends Case {
        void work(double[] numbers, int from, int to) {
            for (int i = from; i < to; i++) {
                numbers[i] += 1;
            }
        }

        void one() throws Exception {
            for (int turn = 0; turn < 5; turn++) {
                work(data, 0, 100);
                meet();
            }
            work(data, 0, 101);
        }

        void two() throws Exception {
            for (int turn = 0; turn < 5; turn++) {
                work(data, 100, 200);
                meet();
            }
            work(data, 100, 200);
        }
    }

    /** Red and black: each reads what is next to what it writes. */
    static class ColoursOk extends Case {
        void work(double[] numbers, int start) {
            for (int i = start; i < numbers.length - 1; i += 2) {
                numbers[i] = numbers[i - 1] + numbers[i + 1];
            }
        }

        void one() throws Exception {
            for (int turn = 0; turn < 4; turn++) {
                work(data, 1);
                meet();
                meet();
            }
        }

        void two() throws Exception {
            for (int turn = 0; turn < 4; turn++) {
                meet();
                work(data, 2);
                meet();
            }
        }
    }

    /** The same without turns. */
    static class ColoursBad extends Case {
        void work(double[] numbers, int start) {
            for (int i = start; i < numbers.length - 1; i += 2) {
                numbers[i] = numbers[i - 1] + numbers[i + 1];
            }
        }

        void one() {
            work(data, 1);
        }

        void two() {
            work(data, 2);
        }
    }

    /** Even ones and odd ones. */
    static class StepsOk extends Case {
        void work(double[] numbers, int start) {
            for (int i = start; i < numbers.length; i += 2) {
                numbers[i] = i;
            }
        }

        void one() throws Exception {
            for (int turn = 0; turn < 4; turn++) {
                work(data, 0);
                meet();
            }
        }

        void two() throws Exception {
            for (int turn = 0; turn < 4; turn++) {
                work(data, 1);
                meet();
            }
        }
    }

    /** Ever fewer elements: the first ones are of epochs that the other knows. */
    static class FewerOk extends Case {
        void work(double[] numbers, int from) {
            for (int i = from; i < numbers.length; i++) {
                numbers[i] -= 1;
            }
        }

        void one() {
            for (int from = 0; from < 5; from++) {
                work(data, from);
                synchronized (this) {
                    data[199] = from;
                }
            }
            given.countDown();
            work(data, 5);
        }

        void two() throws Exception {
            given.await();
            double sum = 0;
            for (int i = 0; i < 5; i++) {
                sum += data[i];
            }
            data[0] = sum;
        }
    }

    /** The same, and one more. */
    static class FewerBad extends Case {
        void work(double[] numbers, int from) {
            for (int i = from; i < numbers.length; i++) {
                numbers[i] -= 1;
            }
        }

        void one() {
            for (int from = 0; from < 5; from++) {
                work(data, from);
                synchronized (this) {
                    data[199] = from;
                }
            }
            given.countDown();
            work(data, 5);
        }

        void two() throws Exception {
            given.await();
            double sum = 0;
            for (int i = 0; i < 6; i++) {
                sum += data[i];
            }
            data[0] = sum;
        }
    }

    /** The last of many epochs in which the same range is written is not known to the other. */
    static class LastEpochBad extends Case {
        void work(double[] numbers) {
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = i;
            }
        }

        void one() {
            for (int turn = 0; turn < 5; turn++) {
                work(data);
                synchronized (this) {
                    data[0] = turn;
                }
            }
            given.countDown();
            work(data);
        }

        void two() throws Exception {
            given.await();
            data[150] = 1;
        }
    }

    /** What was read in the last epoch is not known to who writes. */
    static class LastReadBad extends Case {
        double work(double[] numbers) {
            double sum = 0;
            for (int i = 0; i < numbers.length; i++) {
                sum += numbers[i];
            }
            return sum;
        }

        void one() {
            double sum = 0;
            for (int turn = 0; turn < 5; turn++) {
                sum += work(data);
                synchronized (this) {
                    sum++;
                }
            }
            given.countDown();
            sum += work(data);
        }

        void two() throws Exception {
            given.await();
            data[150] = 1;
        }
    }

    /** A loop that throws has done its turns. */
    static class ThrowsBad extends Case {
        void work(double[] numbers, int to) {
            for (int i = 0; i < to; i++) {
                numbers[i] = i;
            }
        }

        void one() {
            try {
                work(data, 1_000);
            } catch (ArrayIndexOutOfBoundsException expected) {
                return;
            }
            throw new AssertionError();
        }

        void two() {
            data[150] = 1;
        }
    }

    /** And not those that it has not come to. */
    static class ThrowsOk extends Case {
        void work(double[] numbers, int[] by, int to) {
            for (int i = 0; i < to; i++) {
                numbers[i] = 10 / by[i];
            }
        }

        void one() {
            int[] by = new int[200];
            java.util.Arrays.fill(by, 0, 100, 1);
            try {
                work(data, by, 200);
            } catch (ArithmeticException expected) {
                return;
            }
            throw new AssertionError();
        }

        void two() {
            data[150] = 1;
        }
    }

    static class Box {
        double value;
        volatile boolean flag;
    }

    /** A field that is the same in all turns. */
    static class FieldBad extends Case {
        final Box box = new Box();

        double work(Box of, int turns) {
            double sum = 0;
            for (int i = 0; i < turns; i++) {
                sum += of.value;
            }
            return sum;
        }

        void one() {
            work(box, 10);
        }

        void two() {
            box.value = 1;
        }
    }

    /** No turns, no access. */
    static class NoTurnsOk extends Case {
        final Box box = new Box();

        double work(Box of, double[] numbers, int turns) {
            double sum = 0;
            for (int i = 0; i < turns; i++) {
                sum += of.value + numbers[i];
                numbers[i + 1] = 1;
            }
            return sum;
        }

        void one() {
            work(box, data, 0);
            work(null, null, 0);
        }

        void two() {
            box.value = 1;
            data[0] = 1;
            data[1] = 1;
        }
    }

    /** Only some turns access it. */
    static class SomeTurnsOk extends Case {
        void work(double[] numbers, int only) {
            for (int i = 0; i < numbers.length; i++) {
                if (i == only) {
                    numbers[i] = 1;
                }
            }
        }

        void one() {
            work(data, 3);
        }

        void two() {
            work(data, 4);
        }
    }

    /** A loop that is left early has not done the rest. */
    static class LeftOk extends Case {
        void work(double[] numbers, int last) {
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = 1;
                if (i == last) {
                    break;
                }
            }
        }

        void one() {
            work(data, 50);
        }

        void two() {
            data[51] = 1;
        }
    }

    /** A loop in which others learn what was done: only the last turns are not known. */
    static class ReleasesOk extends Case {
        final Box box = new Box();

        void work(double[] numbers, Box of) {
            for (int i = 0; i < 100; i++) {
                numbers[i] = 1;
                if (i == 50) {
                    of.flag = true;
                }
            }
        }

        void one() {
            work(data, box);
        }

        void two() {
            while (!box.flag) {
                Thread.onSpinWait();
            }
            for (int i = 0; i <= 50; i++) {
                data[i]++;
            }
        }
    }

    /** A loop in which the thread learns what others did, after it has come too early. */
    static class LearnsBad extends Case {
        final Box box = new Box();
        private double sum;

        private void add(double value) {
            sum += box.flag ? value : -value;
        }

        void one() {
            data[0] = 1;
            box.flag = true;
        }

        void two() throws Exception {
            for (int i = 0; i < 100; i++) {
                add(data[i]);
                while (!box.flag) {
                    Thread.onSpinWait();
                }
            }
        }
    }

    /** The second read is of another epoch. */
    static class AgainBad extends Case {
        final Box box = new Box();

        void one() {
            double sum = box.value;
            sum += box.value;
            given.countDown();
            sum += box.value;
            data[0] = sum;
        }

        void two() throws Exception {
            given.await();
            box.value = 1;
        }
    }

    /** The same, and the last read is left out. */
    static class AgainOk extends Case {
        final Box box = new Box();

        void one() {
            double sum = box.value;
            sum += box.value;
            given.countDown();
            data[0] = sum;
        }

        void two() throws Exception {
            given.await();
            box.value = 1;
        }
    }

    /** One variable, two objects. */
    static class OtherObjectBad extends Case {
        final Box box = new Box();
        final Box other = new Box();

        void one() {
            Box at = box;
            double sum = at.value;
            at = other;
            sum += at.value;
            data[0] = sum;
        }

        void two() {
            other.value = 1;
        }
    }

    /** Elements next to each other, by one variable. */
    static class NextElementBad extends Case {
        void one() {
            int i = 3;
            double sum = data[i];
            i++;
            sum += data[i];
            data[100] = sum;
        }

        void two() {
            data[4] = 1;
        }
    }

    /** An array in a final field, and methods that synchronize with nobody. */
    static final class FinalArrayBad extends Case {
        private final double[] own = new double[200];
        private final double side = own.length;

        private double half(double value) {
            return Math.sqrt(value) + side / 2;
        }

        void work() {
            for (int i = 0; i < own.length; i++) {
                own[i] += half(i);
            }
        }

        void one() throws Exception {
            work();
            meet();
            work();
        }

        void two() throws Exception {
            meet();
            own[199] = 1;
        }
    }

    /** The same, ordered. */
    static final class FinalArrayOk extends Case {
        private final double[] own = new double[200];
        private final double side = own.length;

        private double half(double value) {
            return Math.sqrt(value) + side / 2;
        }

        void work() {
            for (int i = 0; i < own.length; i++) {
                own[i] += half(i);
            }
        }

        void one() throws Exception {
            work();
            work();
            meet();
        }

        void two() throws Exception {
            meet();
            own[199] = 1;
            work();
        }
    }

    static List<Case> cases() {
        return List.of(
                new HalvesOk(), new HalvesBad(), new ColoursOk(), new ColoursBad(), new StepsOk(),
                new FewerOk(), new FewerBad(), new LastEpochBad(), new LastReadBad(),
                new ThrowsBad(), new ThrowsOk(), new FieldBad(), new NoTurnsOk(),
                new SomeTurnsOk(), new LeftOk(), new ReleasesOk(), new LearnsBad(),
                new AgainBad(), new AgainOk(), new OtherObjectBad(), new NextElementBad(),
                new FinalArrayBad(), new FinalArrayOk());
    }

    interface Part {
        void run() throws Exception;
    }

    static Thread start(Part part) {
        Thread thread =
                new Thread(
                        () -> {
                            try {
                                part.run();
                            } catch (Exception problem) {
                                problem.printStackTrace();
                                System.exit(1);
                            }
                        });
        thread.start();
        return thread;
    }

    public static void main(String[] arguments) throws Exception {
        for (Case each : cases()) {
            Thread one = start(each::one);
            Thread two = start(each::two);
            one.join();
            two.join();
            System.out.println(each.getClass().getName());
        }
    }
}
