import java.util.ArrayList;
import java.util.List;

/** What a factory gives is its caller's with the parts that its constructor made; parts of others it may share. */
public class FactoryFillsParts {
    static class Page {
        final List<String> parts;
        final List<String> links = new ArrayList<>();

        Page(List<String> parts) {
            this.parts = parts;
        }
    }

    private static final List<String> COMMON = new ArrayList<>();

    static Page make(String name) {
        Page page = new Page(COMMON);
        page.links.add(name);
        return page;
    }

    static void runBad(String name) {
        Page page = make(name);
        page.links.add("more");
        page.parts.add("more");  // expect: data-race container FactoryFillsParts$Page.parts
        System.out.println(page.links);
    }

    public static void main(String[] args) {
        new Thread(() -> runBad("one")).start();
        new Thread(() -> runBad("two")).start();
    }
}
