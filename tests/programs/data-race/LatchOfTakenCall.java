import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/** Who has removed a call from the map answers it, and opens its latch; who has made it waits for that. */
public class LatchOfTakenCall {
    static class Call {
        private final CountDownLatch done = new CountDownLatch(1);
        private String answer;

        void answerOk(String text) {
            answer = text;
            done.countDown();
        }
    }

    static class Shouted {
        private final CountDownLatch done = new CountDownLatch(1);
        private String answer;

        void answerBad(String text) {
            answer = text;  // expect: data-race LatchOfTakenCall$Shouted.answer
            done.countDown();
        }
    }

    static class Told {
        private final CountDownLatch done = new CountDownLatch(1);
        private String answer;
        private String thanks;

        void answerOk(String text) {
            answer = text;
            done.countDown();
        }
    }

    private final Map<Integer, Call> pending = new ConcurrentHashMap<>();
    private final Map<Integer, Shouted> heard = new ConcurrentHashMap<>();
    private final Map<Integer, Told> told = new ConcurrentHashMap<>();

    boolean replyOk(int id) {
        Call call = pending.remove(id);
        if (call != null) {
            call.answerOk("yes");
        }
        return call != null;
    }

    /** Others may find it there at the same time. */
    boolean shoutBad(int id) {
        Shouted call = heard.get(id);
        if (call != null) {
            call.answerBad("yes");
        }
        return call != null;
    }

    boolean thankBad(int id) {
        Told call = told.remove(id);
        if (call != null) {
            call.answerOk("yes");
            call.thanks = "bye";  // expect: data-race LatchOfTakenCall$Told.thanks
        }
        return call != null;
    }

    void listen(int id) {
        while (!replyOk(id)) {
            Thread.yield();
        }
        while (!shoutBad(id)) {
            Thread.yield();
        }
        while (!thankBad(id)) {
            Thread.yield();
        }
    }

    String askOk(int id) throws InterruptedException {
        Call call = new Call();
        pending.put(id, call);
        call.done.await();
        return call.answer;
    }

    String hearBad(int id) throws InterruptedException {
        Shouted call = new Shouted();
        heard.put(id, call);
        call.done.await();
        return call.answer;
    }

    String tellBad(int id) throws InterruptedException {
        Told call = new Told();
        told.put(id, call);
        call.done.await();
        return call.answer + call.thanks;
    }

    public static void main(String[] args) throws InterruptedException {
        LatchOfTakenCall client = new LatchOfTakenCall();
        new Thread(() -> client.listen(1)).start();
        new Thread(() -> client.listen(2)).start();
        System.out.println(client.askOk(1) + client.askOk(2));
        System.out.println(client.hearBad(1) + client.hearBad(2));
        System.out.println(client.tellBad(1) + client.tellBad(2));
    }
}
