/** Two threads race; then the program ends in a way of its own, which its argument names. */
public final class Racing {
    private static int count;
    private static final int STEPS = 1000;

    private Racing() {}

    static void countUp() {
        for (int i = 0; i < STEPS; i++) {
            count++;
        }
    }

    static void fill() {
        byte[][] kept = new byte[1 << 20][];
        for (int i = 0; i < kept.length; i++) {
            kept[i] = new byte[1 << 20];
        }
        throw new IllegalStateException("there was room for " + kept.length);
    }

    public static void main(String[] args) throws Exception {
        Thread one = new Thread(Racing::countUp, "one");
        Thread two = new Thread(Racing::countUp, "two");
        one.start();
        two.start();
        one.join();
        two.join();
        switch (args[0]) {
            case "exit" -> System.exit(5);
            case "halt" -> {
                Thread.sleep(1500);
                Runtime.getRuntime().halt(6);
            }
            case "memory" -> fill();
            case "exception" -> throw new IllegalStateException("as it was told");
            case "wait" -> {
                System.out.println("ready");
                Thread.sleep(600_000);
            }
            default -> System.out.println("the end");
        }
    }
}
