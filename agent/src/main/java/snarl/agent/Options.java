package snarl.agent;

import java.nio.file.Path;

/**
 * What follows the jar's name in {@code -javaagent:snarl-agent.jar=record=FILE,walks=N}.
 *
 * @param record where the recording goes, or null if nothing is to be recorded
 * @param walks how often the stack is looked at for a method that is entered from the same unknown
 *     place; later, only ever more seldom
 */
record Options(Path record, int walks) {
    private static final int WALKS = 256;

    static Options parse(String arguments) {
        Path record = null;
        int walks = WALKS;
        if (arguments == null || arguments.isEmpty()) {
            return new Options(null, walks);
        }
        for (String option : arguments.split(",")) {
            int equals = option.indexOf('=');
            String key = equals < 0 ? option : option.substring(0, equals);
            String value = equals < 0 ? "" : option.substring(equals + 1);
            if (key.equals("record") && !value.isEmpty()) {
                record = Path.of(value);
            } else if (key.equals("walks") && value.matches("[1-9][0-9]{0,8}")) {
                walks = Integer.parseInt(value);
            } else {
                throw new IllegalArgumentException(
                        "expected record=FILE or walks=NUMBER, but got '" + option + "'");
            }
        }
        return new Options(record, walks);
    }
}
