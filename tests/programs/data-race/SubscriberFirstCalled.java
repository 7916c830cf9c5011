// snarl: --open SubscriberFirstCalled*
import java.util.concurrent.Flow;

/** The first signal comes before all else, until who gets it has given himself away. */
public class SubscriberFirstCalled {
    public static class SetBeforeOk implements Flow.Subscriber<String>, Flow.Subscription {
        private final Flow.Subscriber<String> next;
        private Flow.Subscription upstream;

        public SetBeforeOk(Flow.Subscriber<String> next) {
            this.next = next;
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            upstream = subscription;
            next.onSubscribe(this);
        }

        @Override
        public void onNext(String item) {
            next.onNext(item);
        }

        @Override
        public void onError(Throwable cause) {
            next.onError(cause);
        }

        @Override
        public void onComplete() {
            next.onComplete();
        }

        @Override
        public void request(long count) {
            upstream.request(count);
        }

        @Override
        public void cancel() {
            upstream.cancel();
        }
    }

    public static class SetAfterBad implements Flow.Subscriber<String>, Flow.Subscription {
        private final Flow.Subscriber<String> next;
        private Flow.Subscription upstream;

        public SetAfterBad(Flow.Subscriber<String> next) {
            this.next = next;
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            next.onSubscribe(this);
            upstream = subscription;  // expect: data-race SubscriberFirstCalled$SetAfterBad.upstream
        }

        @Override
        public void onNext(String item) {
            next.onNext(item);
        }

        @Override
        public void onError(Throwable cause) {
            next.onError(cause);
        }

        @Override
        public void onComplete() {
            next.onComplete();
        }

        @Override
        public void request(long count) {
            upstream.request(count);
        }

        @Override
        public void cancel() {
            upstream.cancel();
        }
    }
}
