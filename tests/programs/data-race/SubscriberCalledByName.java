import java.util.concurrent.Flow;

/** Two threads that know the subscriber call it at once: the contract is broken. */
public class SubscriberCalledByName implements Flow.Subscriber<String> {
    private int seenBad;

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        subscription.request(1);
    }

    @Override
    public void onNext(String item) {
        seenBad++;  // expect: data-race SubscriberCalledByName.seenBad
    }

    @Override
    public void onError(Throwable cause) {
    }

    @Override
    public void onComplete() {
        System.out.println(seenBad);
    }

    public static void main(String[] args) {
        SubscriberCalledByName subscriber = new SubscriberCalledByName();
        new Thread(() -> subscriber.onNext("one")).start();
        new Thread(() -> subscriber.onNext("two")).start();
    }
}
