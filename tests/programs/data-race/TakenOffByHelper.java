// snarl: --open TakenOffByHelper

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A list that a helper takes off under the lock, and puts a new one there, is its caller's. */
public class TakenOffByHelper {
    private final Object mutex = new Object();
    private final Object other = new Object();
    private List<String> tasks = new ArrayList<>();
    private List<String> events = new ArrayList<>();
    private List<String> alarms = new ArrayList<>();

    public void addOk(String task) {
        synchronized (mutex) {
            tasks.add(task);
            mutex.notify();
        }
    }

    private List<String> takeOk() {
        synchronized (mutex) {
            while (tasks.isEmpty()) {
                try {
                    mutex.wait();
                } catch (InterruptedException interrupted) {
                    return Collections.emptyList();
                }
            }
            List<String> taken = tasks;
            tasks = new ArrayList<>();
            return taken;
        }
    }

    public int runOk() {
        int length = 0;
        for (String task : takeOk()) {
            length += task.length();
        }
        return length;
    }

    public void dropOk() {
        List<String> taken = takeOk();
        taken.clear();
    }

    public void addEventBad(String event) {
        synchronized (mutex) {
            events.add(event);
        }
    }

    /** It stays where it is, for others to fill. */
    private List<String> lookBad(boolean isLast) {
        synchronized (mutex) {
            List<String> seen = events;
            if (isLast) {
                events = new ArrayList<>();
            }
            return seen;
        }
    }

    public int tellBad(boolean isLast) {
        return lookBad(isLast).size();  // expect: data-race TakenOffByHelper.events
    }

    public void addAlarmBad(String alarm) {
        synchronized (mutex) {
            alarms.add(alarm);
        }
    }

    /** Not under the lock under which it is filled. */
    private List<String> takeAlarmsBad() {
        synchronized (other) {
            List<String> taken = alarms;
            alarms = new ArrayList<>();  // expect: data-race TakenOffByHelper.alarms
            return taken;
        }
    }

    public int ringBad() {
        return takeAlarmsBad().size();  // expect: data-race TakenOffByHelper.alarms
    }
}
