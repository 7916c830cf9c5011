/** How all jobs of the agent write down what they saw, while the program runs and at its end. */
package snarl.agent.writing;
