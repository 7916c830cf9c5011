package snarl.agent.loading;

/**
 * A class or a method that runs without hooks.
 *
 * @param name the class, with dots, or a method as {@code Class#name(descriptor)}
 * @param reason what went wrong
 */
public record Untransformed(String name, String reason) {}
