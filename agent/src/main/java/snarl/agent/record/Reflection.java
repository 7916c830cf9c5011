package snarl.agent.record;

/**
 * A reflective call that came back.
 *
 * @param site the call of {@code invoke} or {@code newInstance}
 * @param member the method, constructor or class
 * @param receiver the receiver's class, or null
 */
record Reflection(CallSite site, Object member, Class<?> receiver) {}
