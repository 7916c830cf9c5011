package snarl.agent.accesses;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import snarl.agent.loading.Jdk;

/**
 * Which methods read and write the containers of the JDK, and elements of arrays.
 *
 * <p>Read from a file that Python writes from its own table, so that there is but one: lines of
 * fields between tabs, {@code container NAME plain|locked|safe READS WRITES UNLOCKED} and {@code
 * array CLASS.METHOD READS WRITES}, lists with commas.
 */
final class Containers {
    /** What a call does to an object of a class. */
    record Use(Class<?> receiver, boolean isAccess, boolean isWrite, boolean isLocked) {}

    /** Positions of the arrays among the arguments of a static method. */
    record ArrayUse(Set<Integer> reads, Set<Integer> writes) {}

    private record Entry(
            boolean isSafe,
            boolean isLocked,
            Set<String> reads,
            Set<String> writes,
            Set<String> unlocked) {}

    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final Map<Class<?>, Entry> interfaces = new LinkedHashMap<>();
    private final Map<String, ArrayUse> arrays = new HashMap<>();
    private final Set<String> names = new HashSet<>();

    /**
     * @param file the table, or null for none
     */
    Containers(Path file) throws IOException {
        if (file == null) {
            return;
        }
        for (String line : lines(file)) {
            String[] fields = line.split("\t", -1);
            if (fields[0].equals("container") && fields.length == 6) {
                add(fields);
            } else if (fields[0].equals("array") && fields.length == 4) {
                arrays.put(fields[1], new ArrayUse(positions(fields[2]), positions(fields[3])));
            } else {
                throw new IOException(file + ": expected a container or an array, got: " + line);
            }
        }
    }

    private static List<String> lines(Path file) throws IOException {
        try {
            return Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (IOException problem) {
            throw new IOException("cannot read the containers: " + problem, problem);
        }
    }

    private void add(String[] fields) {
        Entry entry =
                new Entry(
                        fields[2].equals("safe"),
                        fields[2].equals("locked"),
                        words(fields[3]),
                        words(fields[4]),
                        words(fields[5]));
        names.addAll(entry.reads);
        names.addAll(entry.writes);
        entries.put(fields[1], entry);
        try {
            Class<?> type = Class.forName(fields[1], false, null);
            if (type.isInterface()) {
                interfaces.put(type, entry);
            }
        } catch (ClassNotFoundException absent) {
            // Not of java.base: found by its name, if it is ever used.
            return;
        }
    }

    private static Set<String> words(String text) {
        return text.isEmpty() ? new HashSet<>() : new HashSet<>(Arrays.asList(text.split(",")));
    }

    private static Set<Integer> positions(String text) {
        Set<Integer> found = new HashSet<>();
        for (String word : words(text)) {
            found.add(Integer.valueOf(word));
        }
        return found;
    }

    /** Whether calls of methods of a name may be accesses. */
    boolean mayAccess(String name) {
        return names.contains(name);
    }

    /** Which arguments of a static method are arrays that it uses; null for none. */
    ArrayUse arrays(String owner, String name) {
        return arrays.get(owner + "." + name);
    }

    /** What a method does to receivers of a class. */
    Use use(Class<?> receiver, String name, Registry registry, Jdk jdk) {
        Entry entry = find(receiver, name, registry, jdk);
        if (entry == null || entry.isSafe) {
            return new Use(receiver, false, false, false);
        }
        boolean isWrite = entry.writes.contains(name);
        boolean isAccess = isWrite || entry.reads.contains(name);
        boolean isLocked = entry.isLocked && !entry.unlocked.contains(name);
        return new Use(receiver, isAccess, isWrite, isLocked);
    }

    /** The nearest entry above a class, for a method that the program does not override. */
    private Entry find(Class<?> receiver, String name, Registry registry, Jdk jdk) {
        for (Class<?> type = receiver; type != null; type = type.getSuperclass()) {
            Entry entry = entries.get(type.getName());
            if (entry != null) {
                return entry;
            }
            TypeRecord record = registry.classes.find(type);
            if (record != null && record.methods.contains(name)) {
                return null;
            }
        }
        if (jdk.holds(receiver)) {
            for (Map.Entry<Class<?>, Entry> each : interfaces.entrySet()) {
                if (each.getKey().isAssignableFrom(receiver)) {
                    return each.getValue();
                }
            }
        }
        return null;
    }
}
