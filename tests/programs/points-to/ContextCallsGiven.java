// context: auto

/** A short static method that calls what it is given calls, for each caller, what that one gave. */
public class ContextCallsGiven {
    interface Holder {
        void put(Object given);
    }

    static class A {}

    static class B {}

    static class HolderOfA implements Holder {
        @Override
        public void put(Object given) {
            see(given);  // points to: A@42
        }
    }

    static class HolderOfB implements Holder {
        @Override
        public void put(Object given) {
            see(given);  // points to: B@43
        }
    }

    static class HolderOfBoth implements Holder {
        @Override
        public void put(Object given) {
            see(given);  // points to: A@44 B@45
        }
    }

    static void fill(Holder holder, Object given) {
        if (given != null) {
            holder.put(given);
        }
    }

    public static void main(String[] args) {
        Holder both = new HolderOfBoth();
        fill(new HolderOfA(), new A());
        fill(new HolderOfB(), new B());
        fill(both, new A());
        fill(both, new B());
    }

    static void see(Object o) {}
}
