// snarl: --open OpenIterator*
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Who asks for an iterator uses it alone, whatever class its fields are of, and all that it has for itself; not what it goes through. */
public class OpenIterator {
    private final List<String> names = new ArrayList<>();
    private final String[] fixed = {"Ada", "Grace"};
    private final Count common = new Count();

    /** Nothing here says that it belongs to an iterator. */
    abstract static class Place {
        int at;
        Frame top;
        final List<String> later = new ArrayList<>();
    }

    private static class Frame {
        int index;
        Frame below;
    }

    public static class Steps extends Place implements Iterator<String> {
        private final String[] all;

        Steps(String[] all) {
            this.all = all;
        }

        @Override
        public boolean hasNext() {
            return at < all.length;
        }

        @Override
        public String next() {
            Frame frame = new Frame();
            frame.index = at;
            frame.below = top;
            top = frame;
            later.add(all[at]);
            return all[at++];
        }
    }

    /** The same, and it belongs to all. */
    abstract static class Moving {
        int at;
        int seen;
        final List<String> later = new ArrayList<>();

        public void moveBad() {
            at++;  // expect: data-race OpenIterator$Moving.at
            seen++;  // expect: data-race OpenIterator$Moving.seen
            later.add("moved");  // expect: data-race container OpenIterator$Moving.later
        }
    }

    public static class Count extends Moving {}

    private static class Through implements Iterator<String> {
        private final List<String> list;
        private int at;

        Through(List<String> list) {
            this.list = list;
        }

        @Override
        public boolean hasNext() {
            return at < list.size();  // expect: data-race container OpenIterator.names
        }

        @Override
        public String next() {
            return list.get(at++);
        }
    }

    public Steps stepsOk() {
        return new Steps(fixed);
    }

    public void backOk(Steps steps) {
        steps.at = --steps.top.index;
        steps.top = steps.top.below;
        steps.later.clear();
    }

    public Iterator<String> throughBad() {
        return new Through(names);
    }

    public synchronized void add(String name) {
        names.add(name);
    }

    public Count common() {
        return common;
    }
}
