"""Points-to and call graph side by side with Tai-e: precision, time, memory, and how cost grows."""
