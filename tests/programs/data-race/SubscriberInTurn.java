// snarl: --open SubscriberInTurn
import java.util.concurrent.Flow;

/** Whoever gives signals to a subscriber gives them one at a time, from whatever thread. */
public class SubscriberInTurn implements Flow.Subscriber<String> {
    private Flow.Subscription subscription;
    private int seen;
    private volatile int all = -1;

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        this.subscription = subscription;
        subscription.request(1);
    }

    @Override
    public void onNext(String item) {
        countOk();
        subscription.request(1);
    }

    private void countOk() {
        seen++;
    }

    @Override
    public void onError(Throwable cause) {
        all = seen;
    }

    @Override
    public void onComplete() {
        all = seen;
    }

    public int all() {
        return all;
    }
}
