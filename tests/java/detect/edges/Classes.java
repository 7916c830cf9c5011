import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** What initializes classes and builds objects. */
class Classes {
    /**
     * What a class initializer does, whoever uses the class knows. The second thread runs from the
     * beginning, and the first one tells it by a sleep alone that it has used the class.
     */
    abstract static class ByClass extends Edge {
        @Override
        void run() throws Exception {
            Thread one = new Thread(() -> quietly(this::first));
            Thread other = new Thread(() -> quietly(this::second));
            one.start();
            other.start();
            one.join();
            other.join();
        }

        @Override
        void first() throws Exception {
            give();
            racy = 1;
        }

        @Override
        void second() throws Exception {
            Thread.sleep(200);
            take();
            racy++;
        }
    }

    static class Box {
        int number = 1;

        int more() {
            return ++number;
        }
    }

    static class Initializes extends ByClass {
        static class Holder {
            static int number;
            static Box box;

            static {
                number = 1;
                box = new Box();
            }
        }

        @Override
        void give() {
            if (Holder.number != 1) {
                throw new IllegalStateException("number");
            }
        }

        @Override
        void take() {
            Holder.box.more();
            if (Holder.number != 1) {
                throw new IllegalStateException("number");
            }
        }
    }

    static class StaticFinal extends ByClass {
        static class Holder {
            static final Box BOX = new Box();
            static final int[] NUMBERS = {1, 2, 3};
            static final List<String> NAMES = new ArrayList<>(List.of("a"));

            static {
                NAMES.add("b");
            }
        }

        @Override
        void give() {
            if (Holder.BOX == null) {
                throw new IllegalStateException("box");
            }
        }

        @Override
        void take() {
            Holder.BOX.more();
            Holder.NUMBERS[1]++;
            Holder.NAMES.add("c");
        }
    }

    static class StaticFinalOfInterface extends ByClass {
        interface Holder {
            Box BOX = new Box();
        }

        static class User implements Holder {
            static Box box() {
                return BOX;
            }
        }

        @Override
        void give() {
            if (User.box() == null) {
                throw new IllegalStateException("box");
            }
        }

        @Override
        void take() {
            User.BOX.more();
        }
    }

    static class OfEnum extends ByClass {
        enum Colour {
            RED(1),
            GREEN(2);

            int number;

            Colour(int number) {
                this.number = number;
            }
        }

        @Override
        void give() {
            if (Colour.values().length != 2) {
                throw new IllegalStateException("colours");
            }
        }

        @Override
        void take() {
            Colour.GREEN.number++;
        }
    }

    static class Switches extends ByClass {
        private static int number(Thread.State state) {
            switch (state) {
                case NEW:
                    return 1;
                case RUNNABLE:
                    return 2;
                default:
                    return 3;
            }
        }

        @Override
        void give() {
            number(Thread.State.NEW);
        }

        @Override
        void take() {
            number(Thread.State.RUNNABLE);
        }
    }

    static class NestedHolder extends ByClass {
        private static class Lazy {
            static final NestedHolder INSTANCE = new NestedHolder();
            private final Map<String, int[]> boxes = Map.of("a", new int[] {1});
            static Lazy lazy = new Lazy();
        }

        private int number = 7;

        @Override
        void give() {
            if (Lazy.INSTANCE == this) {
                throw new IllegalStateException("instance");
            }
        }

        @Override
        void take() {
            Lazy.INSTANCE.number++;
            Lazy.lazy.boxes.get("a")[0]++;
        }
    }

    /** The object is published by a race; what its constructor did is known all the same. */
    abstract static class ByFinal extends ByClass {
        Object racyReference;

        @Override
        void first() {
            give();
            // To the agent, what follows without it is still part of the constructor.
            synchronized (this) {
                racy = 1;
            }
        }

        @Override
        abstract void give();
    }

    static class FinalField extends ByFinal {
        static class Holder {
            final Box box = new Box();
            final int[] numbers = new int[3];

            Holder() {
                numbers[1] = 1;
                box.more();
            }
        }

        @Override
        void give() {
            racyReference = new Holder();
        }

        @Override
        void take() {
            Holder holder = (Holder) racyReference;
            holder.box.more();
            holder.numbers[1]++;
        }
    }

    /** The object is handed over by its constructor, which goes on with other final fields. */
    static class FinalBeforeEscape extends ByFinal {
        static class Early {
            final Box box;
            final int later;

            Early(FinalBeforeEscape edge) throws InterruptedException {
                box = new Box();
                edge.early = this;
                later = 1;
                edge.isRead.await();
            }
        }

        private final CountDownLatch isRead = new CountDownLatch(1);
        private volatile Early early;

        @Override
        void give() {
            try {
                racyReference = new Early(this);
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        }

        @Override
        void take() {
            early.box.more();
            isRead.countDown();
        }
    }

    static class FinalOfSuperclass extends ByFinal {
        static class Above {
            protected final Box box;

            Above(Box box) {
                this.box = box;
            }
        }

        static class Below extends Above {
            Below() {
                super(new Box());
            }

            int more() {
                return box.more();
            }
        }

        @Override
        void give() {
            racyReference = new Below();
        }

        @Override
        void take() {
            ((Below) racyReference).more();
        }
    }

    static class FinalOfRecord extends ByFinal {
        record Pair(Box left, int[] right) {}

        @Override
        void give() {
            racyReference = new Pair(new Box(), new int[] {1});
        }

        @Override
        void take() {
            Pair pair = (Pair) racyReference;
            pair.left().more();
            pair.right()[0]++;
        }
    }

    static class FinalArray extends ByFinal {
        static class Holder {
            private final Box[] boxes;

            Holder(int size) {
                boxes = new Box[size];
                for (int i = 0; i < size; i++) {
                    boxes[i] = new Box();
                }
            }
        }

        @Override
        void give() {
            racyReference = new Holder(3);
        }

        @Override
        void take() {
            ((Holder) racyReference).boxes[2].more();
        }
    }

    static class CapturedByInner extends ByFinal {
        @Override
        void give() {
            Box box = new Box();
            box.more();
            racyReference =
                    new Runnable() {
                        @Override
                        public void run() {
                            box.more();
                        }
                    };
        }

        @Override
        void take() {
            ((Runnable) racyReference).run();
        }
    }
}
