// snarl: --open SubscriberLastCalled*
import java.util.concurrent.Flow;

/** The last signal comes once: what it leaves behind is there for whoever sees its flag. */
public class SubscriberLastCalled {
    public static class ToldByFlagOk implements Flow.Subscriber<String>, Flow.Subscription {
        private Throwable error;
        private volatile boolean done;

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(String item) {
            System.out.println(item);
        }

        @Override
        public void onError(Throwable cause) {
            error = cause;
            done = true;
        }

        @Override
        public void onComplete() {
            done = true;
        }

        @Override
        public void request(long count) {
            if (done) {
                System.out.println(error);
            }
        }

        @Override
        public void cancel() {
            request(0);
        }
    }

    public static class SetMoreThanOnceBad implements Flow.Subscriber<String>, Flow.Subscription {
        private Object found;
        private volatile boolean done;

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(String item) {
            found = item;  // expect: data-race SubscriberLastCalled$SetMoreThanOnceBad.found
            done = true;
        }

        @Override
        public void onError(Throwable cause) {
            found = cause;
            done = true;
        }

        @Override
        public void onComplete() {
            done = true;
        }

        @Override
        public void request(long count) {
            if (done) {
                System.out.println(found);
            }
        }

        @Override
        public void cancel() {
            request(0);
        }
    }
}
