// snarl: --open OpenPatternOfOneClass$Front

/** Only the class that is named is called from outside. */
public class OpenPatternOfOneClass {
    public static class Front {
        private final Back back = new Back();

        public synchronized void useOk() {
            back.use();
        }
    }

    public static class Back {
        private int uses;

        public void use() {
            uses++;
        }
    }
}
