package snarl.agent.weave;

/**
 * A place in the code where something is told, before it happens or after.
 *
 * @param kind as {@code snarl.monitor.events} names it
 * @param member the field or method, or nothing
 * @param numbers the actions that it is for
 */
record Moment(
        int id,
        String kind,
        boolean isAfter,
        String type,
        String method,
        String descriptor,
        int bci,
        int line,
        String member,
        String numbers) {}
