/** A library hands out tasks, which its callers run in whatever threads. */
public class OpenReturnedTask {
    private int runs;

    public Runnable taskBad() {
        return new Runnable() {
            @Override
            public void run() {
                runs++;  // expect: data-race OpenReturnedTask.runs
            }
        };
    }
}
