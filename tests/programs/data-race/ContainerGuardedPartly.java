import java.util.ArrayList;
import java.util.List;

/** The list is changed under the lock, but its size is asked without. */
public class ContainerGuardedPartly {
    private final List<String> jobs = new ArrayList<>();

    public synchronized void add(String job) {
        jobs.add(job);
    }

    public int sizeBad() {
        return jobs.size();  // expect: data-race container ContainerGuardedPartly.jobs
    }
}
