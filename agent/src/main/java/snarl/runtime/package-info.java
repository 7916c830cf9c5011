/**
 * The run time: what instrumented code calls, inside the analysed JVM.
 *
 * <p>One static façade, {@link snarl.runtime.SnarlHooks}, over a delegate that is chosen at start.
 * The build moves this package into {@code java.lang}, and the agent defines it there, so that
 * every class loader finds it; it must therefore depend on nothing but {@code java.base}.
 */
package snarl.runtime;
