// exact: 2obj auto

import java.util.Optional;

/** Optional: values through map, orElseGet and ifPresent. */
public class Optionals {
    static class A {}

    static class B {}

    public static void main(String[] args) {
        Optional<A> some = Optional.of(new A());
        see(some.get());  // points to at least: A@12
        see(some.map(a -> new B()).get());  // points to at least: B@14
        some.ifPresent(a -> see(a));  // points to at least: A@12
        see(Optional.empty().orElseGet(() -> new B()));  // points to at least: B@16
    }

    static void see(Object o) {}
}
