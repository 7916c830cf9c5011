"""What is as good as a lock: one thread at a time has something.

It was made for that thread (`one_thread`, with `own_tasks`, `captures`, `once_each` and `walks`),
taken out of a queue, a buffer or a field that has no more of it (`belongings`, `buffers`,
`detached`), or is left to one who works on it in turn (`serial`, `mailboxes`, `turns`, `staged`).
Or it was done before others may ask: `settled` and `decided` fields, what a `joined` thread did.
What belongs to an object as its part is its owner's (`parts`).
"""
