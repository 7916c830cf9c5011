// exact: none

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Parallel streams: functions run in the common pool. */
public class ParallelStreams {
    static class A {}

    static class B {
        final Object of;

        B(Object of) {
            this.of = of;
        }
    }

    public static void main(String[] args) {
        List<A> list = Arrays.asList(new A(), new A());
        list.parallelStream().forEach(each -> see(each));  // points to: A@20
        List<B> mapped = list.stream().parallel().map(B::new).collect(Collectors.toList());
        see(mapped.get(0));  // points to: B@22
        see(mapped.get(0).of);  // points to: A@20
        see(list.parallelStream().reduce((x, y) -> x).get());  // points to: A@20
    }

    static void see(Object o) {}
}
