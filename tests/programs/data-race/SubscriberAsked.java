// snarl: --open SubscriberAsked*
import java.util.concurrent.Flow;

/** What is no signal may come at any time; and who takes a lock does not rely on the contract. */
public class SubscriberAsked implements Flow.Subscriber<String> {
    private Flow.Subscription subscription;
    private int seen;

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        this.subscription = subscription;  // expect: data-race SubscriberAsked.subscription
    }

    @Override
    public void onNext(String item) {
        seen++;  // expect: data-race SubscriberAsked.seen
    }

    @Override
    public void onError(Throwable cause) {
        seen = 0;
    }

    @Override
    public void onComplete() {
        seen = 0;
    }

    public int seenBad() {
        return seen;
    }

    public void stopBad() {
        subscription.cancel();
    }

    public static class Guarded implements Flow.Subscriber<String> {
        private int count;

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public synchronized void onNext(String item) {
            count++;
        }

        @Override
        public void onError(Throwable cause) {
            count = 0;  // expect: data-race SubscriberAsked$Guarded.count
        }

        @Override
        public synchronized void onComplete() {
            count = 0;
        }
    }
}
