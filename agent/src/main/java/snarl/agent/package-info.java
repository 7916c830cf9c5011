/**
 * Instrumentation: what happens while the JVM loads classes.
 *
 * <p>Today this package holds only the entry point, {@link snarl.agent.Agent}, which instruments
 * nothing. The class transformer goes here. It will decide as little as possible: a plan, written by
 * the Python side ({@code snarl.weave}), names the sites, and the transformer puts a call into
 * {@code snarl.runtime} before each of them.
 */
package snarl.agent;
