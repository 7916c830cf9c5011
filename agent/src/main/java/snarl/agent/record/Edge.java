package snarl.agent.record;

/**
 * One line of the recording: a method ran because of another one.
 *
 * @param kind how
 * @param caller the method that called, or null if it was the JVM itself
 * @param bci where in the class file as the program brought it, or -1 if unknown
 * @param callee the method that ran
 */
record Edge(Kind kind, MethodName caller, int bci, MethodName callee) {
    /** How a method came to run. */
    enum Kind {
        /** An invoke instruction of the caller. */
        CALL("call"),
        /** {@code Method.invoke}, {@code newInstance}, a method handle or a proxy in between. */
        REFLECTIVE("reflective"),
        /** A call of a functional interface, on an object made by a lambda or method reference. */
        LAMBDA("lambda"),
        /** An {@code invokedynamic} that is no lambda: string concatenation, methods of records. */
        DYNAMIC("dynamic"),
        /** A method of a class that the JDK made at run time, and that is not known further. */
        GENERATED("generated"),
        /** The JVM ran a static initializer because of an instruction of the caller. */
        CLASS_INIT("class-init"),
        /** Code that is not instrumented called back, or the JVM did. */
        CALLBACK("callback"),
        /** The caller started the thread that the callee is the first method of. */
        THREAD_START("thread-start");

        final String text;

        Kind(String text) {
            this.text = text;
        }
    }
}
