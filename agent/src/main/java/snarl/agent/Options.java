package snarl.agent;

import java.nio.file.Path;

/**
 * What follows the jar's name in {@code -javaagent:snarl-agent.jar=record=FILE,walks=N}.
 *
 * @param record where the recording of calls goes, or null if none is wanted
 * @param walks how often the stack is looked at for a method that is entered from the same unknown
 *     place; later, only ever more seldom
 * @param accesses where the accesses go that nothing orders, or null if they are not wanted
 * @param containers the table of containers, whose calls are accesses, or null for none
 * @param noise what random pauses at accesses are drawn from; 0 for no pauses
 */
record Options(Path record, int walks, Path accesses, Path containers, int noise) {
    private static final int WALKS = 256;
    private static final String NUMBER = "[1-9][0-9]{0,8}";
    private static final String EXPECTED =
            "expected record=FILE, walks=NUMBER, accesses=FILE, containers=FILE or noise=NUMBER";

    static Options parse(String arguments) {
        Path record = null;
        int walks = WALKS;
        Path accesses = null;
        Path containers = null;
        int noise = 0;
        String given = arguments == null ? "" : arguments;
        for (String option : given.isEmpty() ? new String[0] : given.split(",")) {
            int equals = option.indexOf('=');
            String key = equals < 0 ? option : option.substring(0, equals);
            String value = equals < 0 ? "" : option.substring(equals + 1);
            if (key.equals("record") && !value.isEmpty()) {
                record = Path.of(value);
            } else if (key.equals("accesses") && !value.isEmpty()) {
                accesses = Path.of(value);
            } else if (key.equals("containers") && !value.isEmpty()) {
                containers = Path.of(value);
            } else if (key.equals("walks") && value.matches(NUMBER)) {
                walks = Integer.parseInt(value);
            } else if (key.equals("noise") && value.matches(NUMBER)) {
                noise = Integer.parseInt(value);
            } else {
                throw new IllegalArgumentException(EXPECTED + ", but got '" + option + "'");
            }
        }
        if (record != null && accesses != null) {
            throw new IllegalArgumentException(
                    "expected record=FILE or accesses=FILE, but got both");
        }
        return new Options(record, walks, accesses, containers, noise);
    }
}
