"""Running programs: what the agent inside a JVM tells of a real run."""
