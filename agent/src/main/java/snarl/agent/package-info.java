/**
 * Instrumentation: what happens while the JVM starts and loads classes.
 *
 * <p>{@link snarl.agent.Agent} reads its options and starts one job. Today there is one: to record
 * the calls and allocations of a run ({@link snarl.agent.record}).
 */
package snarl.agent;
