/**
 * The recorder: what a real run called and made, as an oracle for a static call graph.
 *
 * <p>Instrumented code says before each call which site calls ({@link
 * snarl.agent.record.CallSite}) and on what class of receiver ({@link snarl.agent.record.Target}),
 * and at each entry which method runs. The first time that a target is followed by an entry, the
 * stack tells who called ({@link snarl.agent.record.Caller}); a plain call of a target always
 * enters the same method, so that later ones cost a comparison. Calls of what is not instrumented
 * (the JDK, native methods) have no entry: {@link snarl.agent.record.Selection} finds what the JVM
 * selects, from the receiver's class, when the recording is written.
 *
 * <p>No edge is written on a guess: not seen is better than not true.
 */
package snarl.agent.record;
