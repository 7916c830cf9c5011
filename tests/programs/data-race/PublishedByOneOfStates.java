/** A result that is read once the state is one of those that come last. */
public class PublishedByOneOfStates {
    enum State { NEW, RUNNING, DONE, FAILED }

    static class Job {
        private volatile State state = State.NEW;
        private String resultOk;
        private String earlyBad;
        private String lateBad;

        String work() {
            return "done";
        }

        void execute() {
            state = State.RUNNING;
            try {
                resultOk = work();
                earlyBad = work();
                state = State.DONE;
            } catch (RuntimeException e) {
                resultOk = e.getMessage();
                state = State.FAILED;
            }
            lateBad = "late";  // expect: data-race PublishedByOneOfStates$Job.lateBad
        }

        String resultOk() {
            return state == State.DONE || state == State.FAILED ? resultOk : null;
        }

        String earlyBad() {
            return state == State.RUNNING || state == State.DONE ? earlyBad : null;  // expect: data-race PublishedByOneOfStates$Job.earlyBad
        }

        String lateBad() {
            return state == State.DONE || state == State.FAILED ? lateBad : null;
        }
    }

    /** It asks another job. */
    static String otherBad(Other one, Other two) {
        return one.state == State.DONE || two.state == State.FAILED ? one.result : null;  // expect: data-race PublishedByOneOfStates$Other.result
    }

    static class Other {
        private volatile State state = State.NEW;
        private String result;

        void execute() {
            result = "done";
            state = State.DONE;
        }

        void fail() {
            state = State.FAILED;
        }
    }

    public static void main(String[] args) {
        Job job = new Job();
        new Thread(job::execute).start();
        System.out.println(job.resultOk() + job.earlyBad() + job.lateBad());
        Other one = new Other();
        Other two = new Other();
        new Thread(one::execute).start();
        new Thread(two::fail).start();
        System.out.println(otherBad(one, two));
    }
}
