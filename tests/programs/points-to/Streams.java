// exact: none

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A stream's functions get what the stage before gives. */
public class Streams {
    static class A {}

    static class B {
        final A of;

        B(A of) {
            this.of = of;
        }
    }

    public static void main(String[] args) {
        List<B> mapped = Stream.of(new A())
                .filter(each -> {
                    see(each);  // points to: A@21
                    return true;
                })
                .map(each -> new B(each))
                .collect(Collectors.toList());
        see(mapped.get(0));  // points to: B@26
        see(mapped.get(0).of);  // points to: A@21
        Optional<B> found = mapped.stream().findFirst();
        see(found.get());  // points to: B@26
        Object flat = mapped.stream().flatMap(each -> Stream.of(each.of)).findAny().orElse(null);
        see(flat);  // points to: A@21
    }

    static void see(Object o) {}
}
