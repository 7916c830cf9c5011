package snarl.agent.weave;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;

/** What monitors want to hear of, as {@code snarl.weave.plan} wrote it. */
final class MonitorPlan {
    /** In place of an offset: the monitor of a synchronized method. */
    static final int WHOLE_METHOD = -1;

    private static final String HEADER = "snarl-plan\t1";

    /**
     * Who wants to hear of an event, and what of it.
     *
     * @param isAfter whether it is told after it happened
     * @param wantsArguments whether the arguments are told
     */
    record Action(boolean isAfter, boolean wantsArguments) {}

    /** What is planned for one method: the numbers of actions. */
    static final class Planned {
        final Map<Integer, int[]> at = new HashMap<>();
        final Map<Integer, int[]> locks = new HashMap<>();
        final Map<Integer, int[]> unlocks = new HashMap<>();
        int[] entry = new int[0];
        int[] exit = new int[0];
    }

    private static final class PlannedClass {
        final long checksum;
        final Map<String, Planned> methods = new HashMap<>();

        PlannedClass(long checksum) {
            this.checksum = checksum;
        }
    }

    private final List<Action> actions = new ArrayList<>();
    private final Map<String, PlannedClass> classes = new HashMap<>();

    MonitorPlan(Path file) throws IOException {
        List<String> lines;
        try {
            lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (IOException problem) {
            throw new IOException("cannot read the plan: " + problem, problem);
        }
        if (lines.isEmpty() || !lines.get(0).equals(HEADER)) {
            throw new IOException(file + ": expected a plan");
        }
        PlannedClass type = null;
        Planned method = null;
        for (String line : lines.subList(1, lines.size())) {
            String[] fields = line.split("\t", -1);
            switch (fields[0]) {
                case "advice" ->
                        actions.add(new Action(fields[2].equals("after"), fields[3].equals("args")));
                case "class" -> {
                    type = new PlannedClass(Long.parseLong(fields[2], 16));
                    classes.put(fields[1], type);
                }
                case "method" -> {
                    method = new Planned();
                    type.methods.put(fields[1] + fields[2], method);
                }
                case "at" -> places(fields[1], method.at);
                case "lock" -> places(fields[1], method.locks);
                case "unlock" -> places(fields[1], method.unlocks);
                case "entry" -> method.entry = numbers(fields[1], " ");
                case "exit" -> method.exit = numbers(fields[1], " ");
                default -> {}
            }
        }
    }

    private static void places(String text, Map<Integer, int[]> places) {
        for (String place : text.split(" ")) {
            String[] parts = place.split(":", 2);
            places.put(Integer.valueOf(parts[0]), numbers(parts.length > 1 ? parts[1] : "", ","));
        }
    }

    private static int[] numbers(String text, String separator) {
        String[] words = text.isEmpty() ? new String[0] : text.split(separator);
        int[] numbers = new int[words.length];
        for (int i = 0; i < words.length; i++) {
            numbers[i] = Integer.parseInt(words[i]);
        }
        return numbers;
    }

    Action action(int number) {
        return actions.get(number);
    }

    /** What is planned for a class by name and descriptor of methods; null for nothing. */
    Map<String, Planned> of(String name, byte[] classFile) {
        PlannedClass planned = classes.get(name);
        if (planned == null) {
            return null;
        }
        CRC32 checksum = new CRC32();
        checksum.update(classFile);
        return checksum.getValue() == planned.checksum ? planned.methods : null;
    }
}
