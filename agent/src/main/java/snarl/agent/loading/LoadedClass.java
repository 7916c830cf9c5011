package snarl.agent.loading;

/** What every job knows of a class that it instrumented. */
public class LoadedClass {
    /** Who loads it; null for the JVM itself. */
    public final ClassLoader loader;

    /** With dots, as the other names. */
    public final String name;

    /** Null for none. */
    public final String superName;

    /** Those that the class itself names. */
    public final String[] interfaces;

    /**
     * As the class file has it.
     *
     * @param loader who loads it
     * @param name its name, with slashes, as the other ones
     * @param superName its super class, or null
     * @param interfaces its interfaces, or null
     */
    protected LoadedClass(
            ClassLoader loader, String name, String superName, String[] interfaces) {
        this.loader = loader;
        this.name = dotted(name);
        this.superName = superName == null ? null : dotted(superName);
        this.interfaces = interfaces == null ? new String[0] : interfaces.clone();
        for (int i = 0; i < this.interfaces.length; i++) {
            this.interfaces[i] = dotted(this.interfaces[i]);
        }
    }

    /**
     * A class's name as Java writes it.
     *
     * @param internalName the name with slashes
     * @return the name with dots
     */
    public static String dotted(String internalName) {
        return internalName.replace('/', '.');
    }
}
