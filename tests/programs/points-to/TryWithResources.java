// exact: 2obj

/** Resources are closed in the end; what close throws is suppressed. */
public class TryWithResources {
    static class Oops extends RuntimeException {}

    static class Late extends RuntimeException {}

    static class Resource implements AutoCloseable {
        @Override
        public void close() {  // reached
            see(this);  // points to: Resource@18
            throw new Late();
        }
    }

    public static void main(String[] args) {
        try (Resource resource = new Resource()) {
            see(resource);  // points to: Resource@18
            throw new Oops();
        } catch (RuntimeException e) {
            see(e);  // points to: Oops
            for (Throwable suppressed : e.getSuppressed()) {
                see(suppressed);  // points to: Late
            }
        }
    }

    static void see(Object o) {}
}
