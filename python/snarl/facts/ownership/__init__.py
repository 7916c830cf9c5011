"""Ownership: whose an object is, and until when. What is one thread's alone does not race."""
