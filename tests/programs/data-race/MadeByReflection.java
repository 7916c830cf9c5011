import java.util.ArrayList;
import java.util.List;

/** What reflection makes is its maker's until he tells others, unless its constructor has told them. */
public class MadeByReflection {
    public static class Quiet implements Runnable {
        String nameOk;

        void begin(String name) {
            nameOk = name;
        }

        @Override
        public void run() {
            System.out.println(nameOk);
        }
    }

    public static class Loud implements Runnable {
        static final List<Loud> ALL = new ArrayList<>();
        String nameBad;

        public Loud() {
            synchronized (ALL) {
                ALL.add(this);
            }
        }

        void begin(String name) {
            nameBad = name;  // expect: data-race MadeByReflection$Loud.nameBad
        }

        @Override
        public void run() {
            synchronized (ALL) {
                for (Loud it : ALL) {
                    System.out.println(it.nameBad);
                }
            }
        }
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        Class<? extends Quiet> quiet = Quiet.class;
        for (String name : args) {
            Quiet worker = quiet.newInstance();
            worker.begin(name);
            new Thread(worker).start();
        }
        for (String name : args) {
            Loud worker = Loud.class.getConstructor().newInstance();
            worker.begin(name);
            new Thread(worker).start();
        }
    }
}
