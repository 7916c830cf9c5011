package snarl.agent.accesses;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32;

/**
 * Which accesses of which classes are instrumented, as {@code snarl.weave.plan} wrote it. Of a class
 * that it does not know, or that is another one now, all are.
 */
final class Plan {
    private static final String HEADER = "snarl-plan\t1";

    /** Lines that are not for the agent. */
    private static final Set<String> NOTES = Set.of("count", "warning", "unreached", "end");

    /** What is instrumented in one class: offsets, by name and descriptor of the method. */
    static final class Selection {
        /** All of it. */
        static final Selection ALL = new Selection(0);

        private final long checksum;
        private final Map<String, int[]> offsets = new HashMap<>();

        /** The fields that somebody looks at, by their names; null for all. */
        private Set<String> fields;

        private Selection(long checksum) {
            this.checksum = checksum;
        }

        boolean has(String method, String descriptor, int offset) {
            if (this == ALL) {
                return true;
            }
            int[] selected = offsets.get(method + descriptor);
            return selected != null && Arrays.binarySearch(selected, offset) >= 0;
        }

        /** Whether there is something in a method. */
        boolean has(String method, String descriptor) {
            return this == ALL || offsets.containsKey(method + descriptor);
        }

        /** Whether somebody looks at a field of the class. */
        boolean hasField(String name) {
            return fields == null || fields.contains(name);
        }
    }

    private final Map<String, Selection> classes = new HashMap<>();

    /**
     * Reads a plan.
     *
     * @param file null for none: everything is instrumented
     */
    Plan(Path file) throws IOException {
        if (file == null) {
            return;
        }
        List<String> lines = lines(file);
        if (lines.isEmpty() || !lines.get(0).equals(HEADER)) {
            throw new IOException(file + ": expected a plan");
        }
        Selection selection = null;
        String method = "";
        for (String line : lines.subList(1, lines.size())) {
            String[] fields = line.split("\t", -1);
            if (fields[0].equals("class") && fields.length == 3) {
                selection = new Selection(Long.parseLong(fields[2], 16));
                classes.put(fields[1], selection);
            } else if (fields[0].equals("method") && fields.length == 3) {
                method = fields[1] + fields[2];
            } else if (fields[0].equals("at") && fields.length == 2 && selection != null) {
                selection.offsets.put(method, numbers(fields[1]));
            } else if (fields[0].equals("fields") && selection != null) {
                selection.fields = Set.copyOf(Arrays.asList(fields).subList(1, fields.length));
            } else if (!NOTES.contains(fields[0])) {
                throw new IOException(file + ": expected a class, its fields, a method or offsets: " + line);
            }
        }
    }

    private static List<String> lines(Path file) throws IOException {
        try {
            return Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (IOException problem) {
            throw new IOException("cannot read the plan: " + problem, problem);
        }
    }

    private static int[] numbers(String text) {
        List<Integer> found = new ArrayList<>();
        for (String word : text.split(" ")) {
            found.add(Integer.valueOf(word));
        }
        int[] numbers = new int[found.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = found.get(i);
        }
        return numbers;
    }

    /** Whether the classes of the program were known when it was made; proxies never are. */
    boolean isOfProgram(String name) {
        return !classes.isEmpty() && !name.contains(".proxy.") && !name.contains(".$Proxy");
    }

    /** What is instrumented in a class; its name is with dots. */
    Selection of(String name, byte[] classFile) {
        Selection selection = classes.get(name);
        if (selection == null) {
            return Selection.ALL;
        }
        CRC32 checksum = new CRC32();
        checksum.update(classFile);
        return checksum.getValue() == selection.checksum ? selection : Selection.ALL;
    }
}
