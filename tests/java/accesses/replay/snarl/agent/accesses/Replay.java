package snarl.agent.accesses;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Feeds events from the standard input to what the agent finds races with, and prints the races.
 *
 * <p>Lines: {@code lock T M}, {@code unlock T M}, {@code release T O}, {@code acquire T O}, {@code
 * read T X SITE}, {@code write T X SITE}; {@code end} ends a trace, and its races are printed.
 */
public class Replay {
    private final Shadows shadows = new Shadows();
    private final Races races = new Races();
    private final Map<String, Object> objects = new HashMap<>();
    private final Map<Integer, ThreadState> threads = new HashMap<>();

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
        int number = Integer.parseInt(event[1]);
        ThreadState thread = threads.get(number);
        if (thread == null) {
            thread = new ThreadState(number, new Thread("thread " + number), null);
            threads.put(number, thread);
        }
        Object object = objects.computeIfAbsent(event[2], name -> new Object());
        Shadow shadow = shadows.of(object);
        switch (event[0]) {
            case "lock" -> {
                shadow.acquire(thread, Shadow.MONITOR);
                thread.hold(shadow.monitor(races.locksets), races.locksets);
            }
            case "unlock" -> {
                shadow.release(thread, Shadow.MONITOR);
                thread.letGo(shadow.monitor(races.locksets), races.locksets);
            }
            case "release" -> shadow.release(thread, Shadow.HANDLE);
            case "acquire" -> shadow.acquire(thread, Shadow.HANDLE);
            default -> {
                int access = Location.access(Integer.parseInt(event[3]), event[0].equals("write"));
                shadow.access(thread, 0, access, races, Object.class);
            }
        }
    }

    private void print() {
        for (Races.Race race : races.takeFresh()) {
            System.out.println(
                    (race.isObserved() ? "observed " : "predicted ")
                            + Location.site(race.first())
                            + " "
                            + Location.site(race.second()));
        }
        System.out.println("end");
    }
}
