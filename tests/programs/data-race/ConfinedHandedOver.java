/** Main makes an object, gives it to one thread, and does not touch it again. */
public class ConfinedHandedOver {
    static class Job {
        int progress;
    }

    static void workOk(Job job) {
        job.progress++;
    }

    public static void main(String[] args) {
        Job job = new Job();
        job.progress = 1;
        new Thread(() -> workOk(job)).start();
    }
}
