/**
 * Accesses of a real run that nothing orders, as an oracle for static data races.
 *
 * <p>Application and library classes tell each read and write of a field, an array element or a
 * container ({@link snarl.agent.accesses.AccessInstrumentation}), and what they do with monitors
 * and volatile fields. The JDK's {@code java.util.concurrent}, and the few other classes that
 * {@link snarl.agent.accesses.JdkTargets} names, tell what they do with monitors, volatile fields
 * and handles: so executors, futures, queues, latches and locks order what they really order, and
 * no table of their methods is needed. {@link snarl.agent.accesses.History} keeps a vector clock
 * for each thread and for each thing that threads synchronize on, and for each location the last
 * access of each thread from each site ({@link snarl.agent.accesses.AccessRows}). Two accesses of one
 * location by two threads, one a write, neither before the other: that pair of sites is written
 * down, once, as observed. If monitors alone order them, and the two hold none in common, it is
 * written down as predicted: the next time, the threads may come to the monitors the other way
 * round.
 *
 * <p>Wherever it is not sure, two things count as ordered: a pair that is written down is a race.
 * Not seen are: accesses by native code, reflection and handles, those inside the JDK, and what is
 * published by final fields.
 */
package snarl.agent.accesses;
