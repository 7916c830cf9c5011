/**
 * Instrumentation: what happens while the JVM starts and loads classes.
 *
 * <p>{@link snarl.agent.Agent} reads its options and starts one job: to record the calls and
 * allocations of a run ({@link snarl.agent.record}), or its accesses that nothing orders ({@link
 * snarl.agent.accesses}).
 */
package snarl.agent;
