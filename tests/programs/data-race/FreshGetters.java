import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** What a getter gives of an object that nobody else has yet. */
public class FreshGetters {
    static class Page {
        private ArrayList<String> links = new ArrayList<>();

        ArrayList<String> getLinks() {
            return links;
        }
    }

    static class Early {
        private ArrayList<String> links = new ArrayList<>();

        ArrayList<String> getLinks() {
            return links;
        }
    }

    static class Common {
        private static final ArrayList<String> ALL = new ArrayList<>();
        private ArrayList<String> links = ALL;

        ArrayList<String> getLinks() {
            return links;
        }
    }

    static final ConcurrentHashMap<String, Early> known = new ConcurrentHashMap<>();

    static Page loadOk(String url) {
        Page page = new Page();
        page.getLinks().add(url);
        return page;
    }

    static Early loadEarlyBad(String url) {
        Early page = new Early();
        known.put(url, page);
        page.getLinks().add(url);  // expect: data-race FreshGetters$Early.links
        return page;
    }

    static Common loadCommonBad(String url) {
        Common page = new Common();
        page.getLinks().add(url);  // expect: data-race FreshGetters$Common.links
        return page;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newCachedThreadPool();
        Future<Page> one = pool.submit(() -> loadOk("one"));
        Future<Page> two = pool.submit(() -> loadOk("two"));
        System.out.println(one.get().getLinks().size() + two.get().getLinks().size());
        pool.submit(() -> loadEarlyBad("one"));
        pool.submit(() -> loadCommonBad("one"));
        pool.submit(() -> loadCommonBad("two"));
        Early early = known.get("one");
        if (early != null) {
            System.out.println(early.getLinks().size());
        }
        pool.shutdown();
    }
}
