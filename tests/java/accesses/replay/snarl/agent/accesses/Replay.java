package snarl.agent.accesses;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Feeds events from the standard input to what the agent finds races with, and prints the races.
 *
 * <p>Lines: {@code lock T M}, {@code unlock T M}, {@code release T O}, {@code acquire T O}, {@code
 * read T X SITE}, {@code write T X SITE}; {@code end} ends a trace, and its races are printed: pairs
 * of sites as the search for all pairs sees them, and of each detector the locations, first with
 * the hooks that leave out what a thread repeats, then without.
 */
public class Replay {
    private static final int THREADS = 8;
    private static final int SITES = 100;
    private static final int LOOKS = 20;

    private final Shadows shadows = new Shadows();
    private final Locksets locksets = new Locksets();
    private final Races races = new Races(locksets);
    private final Registry registry = new Registry();
    private final ThreadStates threads;
    private final Map<String, Object> objects = new HashMap<>();
    private final String name;
    private final Detector.Detectors detectors;
    private final boolean usesHooks;
    private final TreeSet<String> found = new TreeSet<>();

    private Replay(String name, Detector.Detectors detectors, boolean usesHooks) {
        this.name = name;
        this.detectors = detectors;
        this.usesHooks = usesHooks;
        this.threads = new ThreadStates(locksets, Detection.view(detectors));
        for (int i = 0; i < THREADS; i++) {
            Birth birth = new Birth("thread " + i, -1, null);
            ThreadState thread = threads.add(new Thread(birth.path()), birth);
            if (detectors.fastTrack() && detectors.racer()) {
                useToAll(thread);
            }
        }
        for (int i = 0; i < SITES; i++) {
            registry.sites.add(
                    id -> new Site(id, null, "", "", 0, Site.Kind.CONTAINER, false, "", ""));
        }
    }

    /** As if each site had been looked at before: then hooks look for themselves. */
    private static void useToAll(ThreadState thread) {
        for (int look = 0; look < LOOKS * SITES; look++) {
            thread.looksAt(look % SITES);
        }
    }

    private static List<Replay> all() {
        List<Replay> all = new ArrayList<>();
        for (boolean usesHooks : new boolean[] {true, false}) {
            all.add(new Replay("fasttrack", new Detector.Detectors(true, false, false), usesHooks));
            all.add(new Replay("racer", new Detector.Detectors(false, true, false), usesHooks));
            all.add(new Replay("eraser", new Detector.Detectors(false, false, true), usesHooks));
            all.add(new Replay("both", new Detector.Detectors(true, true, false), usesHooks));
        }
        return all;
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        List<Replay> replays = all();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            for (Replay replay : replays) {
                replay.happen(line.split(" "));
            }
            if (line.equals("end")) {
                replays.get(0).printPairs();
                for (Replay replay : replays) {
                    replay.print();
                }
                System.out.println("end");
                replays = all();
            }
        }
    }

    private void happen(String[] event) {
        if (event[0].equals("end")) {
            return;
        }
        ThreadState thread = threads.get(Integer.parseInt(event[1]));
        Object object = objects.computeIfAbsent(event[2], unused -> new Object());
        Shadow shadow = shadows.of(object);
        switch (event[0]) {
            case "lock" -> {
                shadow.monitor.acquire(thread);
                thread.take(shadow.lock(object, locksets), false, object, shadow);
            }
            case "unlock" -> {
                shadow.monitor.release(thread);
                thread.giveBack(shadow.lock(object, locksets), false, object);
            }
            case "release" -> shadow.release(thread, Shadow.HANDLE);
            case "acquire" -> shadow.acquire(thread, Shadow.HANDLE);
            default -> access(thread, shadow, event);
        }
    }

    private void access(ThreadState thread, Shadow shadow, String[] event) {
        boolean isWrite = event[0].equals("write");
        Site site = registry.sites.get(Integer.parseInt(event[3]));
        shadow.access(thread, 0, AccessRows.access(site.id, isWrite), races, Object.class);
        Location at = thread.location.of(shadow.cell());
        if (usesHooks && at.isRepeated(thread, site.id, isWrite)) {
            return;
        }
        Sightings seen = new Sightings(registry, threads);
        new Detector(detectors, locksets, seen, false)
                .look(thread.access.of(site, isWrite, shadow, Object.class), at);
        boolean wantsObserved = detectors.fastTrack();
        if (seen.news.take().stream().anyMatch(it -> it.isObserved() || !wantsObserved)) {
            found.add(event[2]);
        }
    }

    private void printPairs() {
        for (Races.Race race : races.news.take()) {
            System.out.println(
                    (race.isObserved() ? "observed " : "predicted ")
                            + AccessRows.site(race.first())
                            + " "
                            + AccessRows.site(race.second()));
        }
    }

    private void print() {
        String how = usesHooks ? name : name + "-alone";
        for (String location : found) {
            System.out.println(how + " " + location);
        }
    }
}
