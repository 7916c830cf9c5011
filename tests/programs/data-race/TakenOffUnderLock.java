// snarl: --open TakenOffUnderLock
/** A list that is taken off under the lock is its taker's when the lock is free again; one that stays is not. */
public class TakenOffUnderLock {
    private Task tasks;
    private Event events;
    private Alarm alarms;
    private Step steps;

    private static class Task {
        Task next;
        int runs;
    }

    private static class Event {
        Event next;
        int seen;
    }

    private static class Alarm {
        Alarm next;
        int rings;
    }

    private static class Step {
        Step next;
        int walked;
    }

    public synchronized void addOk(int runs) {
        Task task = new Task();
        task.next = tasks;
        task.runs = runs;
        tasks = task;
    }

    public synchronized int countOk() {
        int count = 0;
        for (Task task = tasks; task != null; task = task.next) {
            count += task.runs;
        }
        return count;
    }

    public void runOk() {
        Task list;
        synchronized (this) {
            list = tasks;
            tasks = null;
        }
        while (list != null) {
            Task next = list.next;
            list.next = null;
            list.runs++;
            list = next;
        }
    }

    public synchronized void addBad(int seen) {
        Event event = new Event();
        event.next = events;
        event.seen = seen;
        events = event;
    }

    public void tellBad(boolean isLast) {
        Event list;
        synchronized (this) {
            list = events;
            if (isLast) {
                events = null;
            }
        }
        while (list != null) {
            list.seen++;  // expect: data-race TakenOffUnderLock$Event.seen
            list = list.next;
        }
    }

    public synchronized void addAlarmBad(int rings) {
        Alarm alarm = new Alarm();
        alarm.next = alarms;
        alarm.rings = rings;
        alarms = alarm;
    }

    /** Another thread may get the same list before the field is empty. */
    public void ringBad() {
        Alarm list;
        synchronized (this) {
            list = alarms;
        }
        synchronized (this) {
            alarms = null;
        }
        while (list != null) {
            list.rings++;  // expect: data-race TakenOffUnderLock$Alarm.rings
            list = list.next;
        }
    }

    public synchronized void addStepOk(int walked) {
        Step step = new Step();
        step.next = steps;
        step.walked = walked;
        steps = step;
    }

    /** The first one is taken, the others stay. */
    public int walkBad() {
        Step first;
        synchronized (this) {
            first = steps;
            steps = first.next;
        }
        first.walked++;
        return first.next.walked++;  // expect: data-race TakenOffUnderLock$Step.walked
    }
}
