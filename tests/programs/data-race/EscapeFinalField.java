import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A final field is no better if `this` is shared before it is written. */
public class EscapeFinalField {
    private static final List<EscapeFinalField> ALL = new CopyOnWriteArrayList<>();
    private final int size;

    EscapeFinalField() {
        ALL.add(this);
        size = 10;  // expect: data-race EscapeFinalField.size
    }

    int sizeBad() {
        return size;
    }

    public static void main(String[] args) {
        new Thread(() -> ALL.forEach(each -> System.out.println(each.sizeBad()))).start();
        new EscapeFinalField();
    }
}
