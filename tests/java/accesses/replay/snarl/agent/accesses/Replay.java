package snarl.agent.accesses;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Feeds events from the standard input to what the agent finds races with, and prints the races.
 *
 * <p>Lines: {@code lock T M}, {@code unlock T M}, {@code release T O}, {@code acquire T O}, {@code
 * read T X SITE}, {@code write T X SITE}; {@code end} ends a trace, and its races are printed: pairs
 * of sites as the search for all pairs sees them, and of each detector the locations.
 */
public class Replay {
    private static final int THREADS = 8;
    private static final int SITES = 100;

    private final Shadows shadows = new Shadows();
    private final Locksets locksets = new Locksets();
    private final Races races = new Races(locksets);
    private final Registry registry = new Registry();
    private final ThreadStates threads = new ThreadStates(locksets, LockView.NOTHING);
    private final Map<String, Object> objects = new HashMap<>();
    private final Map<String, Set<String>> found = new TreeMap<>();

    private Replay() {
        for (int i = 0; i < THREADS; i++) {
            Birth birth = new Birth("thread " + i, -1, null);
            threads.add(new Thread(birth.path()), birth);
        }
        for (int i = 0; i < SITES; i++) {
            registry.sites.add(
                    id -> new Site(id, null, "", "", 0, Site.Kind.CONTAINER, false, "", ""));
        }
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Replay replay = new Replay();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.equals("end")) {
                replay.print();
                replay = new Replay();
            } else {
                replay.happen(line.split(" "));
            }
        }
    }

    private void happen(String[] event) {
        ThreadState thread = threads.get(Integer.parseInt(event[1]));
        Object object = objects.computeIfAbsent(event[2], name -> new Object());
        Shadow shadow = shadows.of(object);
        switch (event[0]) {
            case "lock" -> {
                shadow.monitor.acquire(thread);
                thread.take(shadow.lock(object, locksets), false, object, shadow);
            }
            case "unlock" -> {
                shadow.monitor.release(thread);
                thread.giveBack(shadow.lock(object, locksets), false);
            }
            case "release" -> shadow.release(thread, Shadow.HANDLE);
            case "acquire" -> shadow.acquire(thread, Shadow.HANDLE);
            default -> access(thread, shadow, event);
        }
    }

    private void access(ThreadState thread, Shadow shadow, String[] event) {
        boolean isWrite = event[0].equals("write");
        int site = Integer.parseInt(event[3]);
        shadow.access(thread, 0, AccessRows.access(site, isWrite), races, Object.class);
        look("fasttrack", new Detector.Detectors(true, false, false), thread, event);
        look("racer", new Detector.Detectors(false, true, false), thread, event);
        look("eraser", new Detector.Detectors(false, false, true), thread, event);
    }

    private void look(
            String name, Detector.Detectors which, ThreadState thread, String[] event) {
        Object location = objects.computeIfAbsent(name + event[2], unused -> new Object());
        Site site = registry.sites.get(Integer.parseInt(event[3]));
        Sightings seen = new Sightings(registry, threads);
        new Detector(which, locksets, seen)
                .look(
                        thread.access.of(site, event[0].equals("write"), location, Object.class),
                        thread.location.of(shadows.of(location).cell()));
        if (!seen.takeFresh().isEmpty()) {
            found.computeIfAbsent(name, unused -> new TreeSet<>()).add(event[2]);
        }
    }

    private void print() {
        for (Races.Race race : races.takeFresh()) {
            System.out.println(
                    (race.isObserved() ? "observed " : "predicted ")
                            + AccessRows.site(race.first())
                            + " "
                            + AccessRows.site(race.second()));
        }
        for (Map.Entry<String, Set<String>> each : found.entrySet()) {
            for (String location : each.getValue()) {
                System.out.println(each.getKey() + " " + location);
            }
        }
        System.out.println("end");
    }
}
