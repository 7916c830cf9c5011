// snarl: --open OpenInterface$Store

/** A pattern that names an interface: implementations are called by its methods only. */
public class OpenInterface {
    public interface Store {
        void put(String value);

        String get();
    }

    public static class MemoryStore implements Store {
        private String kept = "";
        private String last = "";

        @Override
        public synchronized void put(String value) {
            kept = value;
            last = value;  // expect: data-race OpenInterface$MemoryStore.last
        }

        @Override
        public String get() {
            return lastBad() + kept();
        }

        private String lastBad() {
            return last;
        }

        private synchronized String kept() {
            return kept;
        }

        public void forgetOk() {
            kept = "";
        }
    }
}
