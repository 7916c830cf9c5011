package snarl.agent.record;

/**
 * A method by name.
 *
 * @param type the class that declares it, with dots
 * @param name its name
 * @param descriptor its descriptor
 */
record MethodName(String type, String name, String descriptor) {}
