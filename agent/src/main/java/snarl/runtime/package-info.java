/**
 * The run time: what instrumented code calls, inside the analysed JVM.
 *
 * <p>Static façades, {@link snarl.runtime.SnarlHooks} for calls and {@link
 * snarl.runtime.SnarlEvents} for accesses and what orders them, each over a delegate that is chosen
 * at start. The build moves this package into {@code java.lang}, and the agent defines there the
 * one that it needs, so that every class loader finds it; it must therefore depend on nothing but
 * {@code java.base}.
 */
package snarl.runtime;
