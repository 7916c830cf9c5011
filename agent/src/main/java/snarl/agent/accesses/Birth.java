package snarl.agent.accesses;

/**
 * Who started a thread.
 *
 * @param path what the thread is called by it
 * @param parent the number of who started it; -1 if that is not known
 * @param stack where; null if that is not known
 */
record Birth(String path, int parent, Stack stack) {}
