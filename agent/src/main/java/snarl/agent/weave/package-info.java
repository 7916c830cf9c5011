/**
 * Join points of a run, for monitors that are written in Python: the plan says which, hooks tell of
 * them, and a stream takes them out of the JVM in the order that they happen.
 */
package snarl.agent.weave;
