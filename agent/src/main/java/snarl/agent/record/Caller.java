package snarl.agent.record;

/**
 * Who called a method, as the stack shows.
 *
 * @param kind how
 * @param method the method that called, or null if it was the JVM itself
 * @param bci where in the class file that the program brought, or -1 if unknown
 * @param site the call, if {@code kind} is {@code CALL} and the caller is instrumented, else null
 * @param isThreadEntry whether the method is the first of its thread
 */
record Caller(Edge.Kind kind, MethodName method, int bci, CallSite site, boolean isThreadEntry) {}
