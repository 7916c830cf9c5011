package snarl.agent;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import snarl.agent.accesses.Detection;

/**
 * What follows the jar's name in {@code -javaagent:snarl-agent.jar=record=FILE,walks=N}.
 *
 * @param record where the recording of calls goes, or null if none is wanted
 * @param walks how often the stack is looked at for a method that is entered from the same unknown
 *     place; later, only ever more seldom
 * @param accesses where the accesses go that nothing orders, or null if they are not wanted
 * @param containers the table of containers, whose calls are accesses, or null for none
 * @param noise what random pauses at accesses are drawn from; 0 for no pauses
 * @param events the port that events of join points are told to; 0 if they are not
 * @param plan what is instrumented
 * @param token what the listener at the port is told first
 * @param detection how races are detected, or null if they are not
 */
record Options(
        Path record,
        int walks,
        Path accesses,
        Path containers,
        int noise,
        int events,
        Path plan,
        String token,
        Detection.Settings detection) {
    private static final String WALKS = "256";
    private static final String NUMBER = "[1-9][0-9]{0,8}";
    private static final Set<String> DETECTORS = Set.of("racer", "eraser", "fasttrack");
    private static final String DEFAULT_DETECTORS = "racer+fasttrack";
    private static final Set<String> JOBS = Set.of("record", "accesses", "detect", "events");
    private static final Set<String> KEYS =
            Set.of(
                    "record",
                    "walks",
                    "accesses",
                    "containers",
                    "noise",
                    "detect",
                    "detector",
                    "plan",
                    "off",
                    "children",
                    "events",
                    "token");
    private static final String EXPECTED =
            "expected record=FILE, walks=NUMBER, accesses=FILE, containers=FILE, noise=NUMBER,"
                    + " detect=FOLDER, detector=NAME+NAME, plan=FILE, off=CLASS+CLASS, children=on,"
                    + " events=PORT or token=WORD";

    static Options parse(String arguments) {
        Map<String, String> values = values(arguments == null ? "" : arguments);
        String detectors = values.getOrDefault("detector", DEFAULT_DETECTORS);
        int noise = Integer.parseInt(values.getOrDefault("noise", "0"));
        Path containers = path(values, "containers");
        Detection.Settings detection =
                !values.containsKey("detect")
                        ? null
                        : new Detection.Settings(
                                path(values, "detect"),
                                List.of(detectors.split("\\+")),
                                containers,
                                path(values, "plan"),
                                List.of(values.getOrDefault("off", "").split("\\+")),
                                noise,
                                values.containsKey("children") ? forChildren(arguments) : null);
        return new Options(
                path(values, "record"),
                Integer.parseInt(values.getOrDefault("walks", WALKS)),
                path(values, "accesses"),
                containers,
                noise,
                Integer.parseInt(values.getOrDefault("events", "0")),
                path(values, "plan"),
                values.getOrDefault("token", ""),
                detection);
    }

    private static Map<String, String> values(String arguments) {
        Map<String, String> values = new HashMap<>();
        String job = null;
        for (String option : arguments.isEmpty() ? new String[0] : arguments.split(",")) {
            int equals = option.indexOf('=');
            String key = equals < 0 ? option : option.substring(0, equals);
            String value = equals < 0 ? "" : option.substring(equals + 1);
            if (!isUsable(key, value)) {
                throw new IllegalArgumentException(EXPECTED + ", but got '" + option + "'");
            }
            if (JOBS.contains(key)) {
                if (job != null && !job.equals(key)) {
                    throw new IllegalArgumentException(
                            "expected one of record, accesses, detect and events, but got "
                                    + job
                                    + " and "
                                    + key);
                }
                job = key;
            }
            values.put(key, value);
        }
        return values;
    }

    private static boolean isUsable(String key, String value) {
        return switch (key) {
            case "walks", "noise", "events" -> value.matches(NUMBER);
            case "children" -> value.equals("on");
            case "detector" -> DETECTORS.containsAll(List.of(value.split("\\+")));
            default -> KEYS.contains(key) && !value.isEmpty();
        };
    }

    /** The plan is of this program's classes, and would leave out accesses of another one. */
    private static String forChildren(String arguments) {
        List<String> options = new ArrayList<>(List.of(arguments.split(",")));
        options.removeIf(option -> option.startsWith("plan="));
        return String.join(",", options);
    }

    private static Path path(Map<String, String> values, String key) {
        return values.containsKey(key) ? Path.of(values.get(key)) : null;
    }
}
