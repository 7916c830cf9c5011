import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What is put into a list that others know is known to them as well. */
public class PublishedByArrayList {
    static final List<PublishedByArrayList> known = Collections.synchronizedList(new ArrayList<>());

    private int size;

    public static void makeBad() {
        PublishedByArrayList made = new PublishedByArrayList();
        known.add(made);
        made.size = 1;  // expect: data-race PublishedByArrayList.size
    }

    public static synchronized void clearOk() {
        known.clear();
    }

    public static int readBad() {
        return known.get(0).size;
    }
}
