"""What is as good as a lock: one thread at a time has something, since it was made for that thread,
handed to it, or done before others may ask."""
