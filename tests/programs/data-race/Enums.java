/** Enum constants are shared by all threads, also their fields. */
public class Enums {
    enum Level {
        LOW,
        HIGH;

        private final int weight = ordinal() + 1;
        private int uses;

        int weightOk() {
            return weight;
        }

        void useBad() {
            uses++;  // expect: data-race Enums$Level.uses
        }
    }

    static void work() {
        for (Level level : Level.values()) {
            level.useBad();
            System.out.println(level.weightOk());
        }
    }

    public static void main(String[] args) {
        new Thread(Enums::work).start();
        new Thread(Enums::work).start();
    }
}
