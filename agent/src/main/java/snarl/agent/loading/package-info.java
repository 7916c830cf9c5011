/** What all jobs of the agent need to know of classes while the JVM loads them. */
package snarl.agent.loading;
