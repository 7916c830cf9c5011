/** Kotlin's companion object: its property is a static field of the class around it. */
public class KotlinCompanion {
    static final class Session {
        static final Companion COMPANION = new Companion();
        private static int opened;

        static final class Companion {
            void openBad() {
                opened++;  // expect: data-race KotlinCompanion$Session.opened
            }

            synchronized void closeBad() {
                opened--;
            }
        }
    }

    public static void main(String[] args) {
        new Thread(Session.COMPANION::openBad).start();
        new Thread(Session.COMPANION::closeBad).start();
    }
}
