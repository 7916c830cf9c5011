/**
 * What the code of a class tells before it is instrumented: which accesses need no hook of their own.
 *
 * <p>Between two points where a thread synchronizes, what it has learned of others and what others may
 * learn of it stays the same: a check may come later, and one for a whole loop says the same as one
 * for each turn. This is the idea of RedCard and BigFoot, for what a class file alone can tell.
 */
package snarl.agent.code;
