/**
 * The run time: what instrumented code will call, inside the analysed JVM.
 *
 * <p>Empty today. One static façade goes here, over a delegate (off, detect, record, schedule) that
 * is chosen at start. Its classes will be loaded by the boot class loader, so that instrumented
 * library and JDK code can see them; they must therefore depend on nothing but {@code java.base}.
 */
package snarl.runtime;
