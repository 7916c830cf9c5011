import java.util.Date;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.quartz.Job;
import org.quartz.JobDetail;
import org.quartz.JobExecutionContext;
import org.quartz.Scheduler;
import org.quartz.SimpleTrigger;
import org.quartz.impl.StdSchedulerFactory;

/** A scheduler with four threads, jobs that are added, paused and deleted while others run. */
public class QuartzWork {
    private static final CountDownLatch DONE = new CountDownLatch(30);

    public static class Count implements Job {
        private static int runs;

        public void execute(JobExecutionContext context) {
            runs++;
            DONE.countDown();
        }
    }

    public static void main(String[] args) throws Exception {
        Properties settings = new Properties();
        settings.setProperty("org.quartz.scheduler.instanceName", "work");
        settings.setProperty("org.quartz.threadPool.class", "org.quartz.simpl.SimpleThreadPool");
        settings.setProperty("org.quartz.threadPool.threadCount", "4");
        settings.setProperty("org.quartz.jobStore.class", "org.quartz.simpl.RAMJobStore");
        Scheduler scheduler = new StdSchedulerFactory(settings).getScheduler();
        scheduler.start();
        for (int i = 0; i < 10; i++) {
            JobDetail job = new JobDetail("job " + i, "group", Count.class);
            job.getJobDataMap().put("number", i);
            scheduler.scheduleJob(
                    job, new SimpleTrigger("trigger " + i, "group", new Date(), null, 4, 3));
        }
        scheduler.pauseJob("job 1", "group");
        scheduler.resumeJob("job 1", "group");
        scheduler.deleteJob("job 2", "group");
        System.out.println(scheduler.getCurrentlyExecutingJobs().size() >= 0);
        DONE.await(20, TimeUnit.SECONDS);
        scheduler.shutdown(true);
    }
}
