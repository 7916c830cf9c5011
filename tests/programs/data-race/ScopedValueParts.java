// needs: 25

import java.util.ArrayList;
import java.util.List;

/** Each thread binds a request that it has made, and the lists of that with it; it may lend a list to all. */
public class ScopedValueParts {
    static class Request {
        final List<String> notes = new ArrayList<>();
        final List<String> lent;

        Request(List<String> lent) {
            this.lent = lent;
        }
    }

    private static final ScopedValue<Request> CURRENT = ScopedValue.newInstance();

    static void serveOk() {
        CURRENT.get().notes.add("seen");
    }

    static void serveBad() {
        CURRENT.get().lent.add("seen");  // expect: data-race container ScopedValueParts$Request.lent
    }

    static void request(List<String> lent) {
        Request request = new Request(lent);
        ScopedValue.where(CURRENT, request).run(() -> {
            serveOk();
            serveBad();
        });
        System.out.println(request.notes.size());
    }

    public static void main(String[] args) {
        List<String> lent = new ArrayList<>();
        new Thread(() -> request(lent)).start();
        new Thread(() -> request(lent)).start();
    }
}
