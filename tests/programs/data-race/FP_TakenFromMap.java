import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/** Who has removed a call from the map answers it, and opens its latch; who has made it waits for that. */
public class FP_TakenFromMap {
    static class Call {
        private final CountDownLatch done = new CountDownLatch(1);
        private String answer;

        void answerOk(String text) {
            answer = text;  // false alarm: data-race FP_TakenFromMap$Call.answer
            done.countDown();
        }
    }

    private final Map<Integer, Call> pending = new ConcurrentHashMap<>();

    boolean replyOk(int id) {
        Call call = pending.remove(id);
        if (call != null) {
            call.answerOk("yes");
        }
        return call != null;
    }

    void listenOk(int id) {
        while (!replyOk(id)) {
            Thread.yield();
        }
    }

    String askOk(int id) throws InterruptedException {
        Call call = new Call();
        pending.put(id, call);
        call.done.await();
        return call.answer;
    }

    public static void main(String[] args) throws InterruptedException {
        FP_TakenFromMap client = new FP_TakenFromMap();
        new Thread(() -> client.listenOk(1)).start();
        new Thread(() -> client.listenOk(2)).start();
        System.out.println(client.askOk(1) + client.askOk(2));
    }
}
