"""Ownership: whose an object is, and until when. What is one thread's alone does not race.

    escape       which objects more than one thread may come to know, over the whole program
    publication  which objects are fresh at an instruction: made by the thread, known to nobody yet
    made         what the thread has made itself, whoever else knows it
    lent         what a caller from outside has given, and nobody has kept
    known        which objects others know on a way that means something
    handed       by which calls an access has what others know
    for_one      objects that whoever asks for them uses alone

Freshness asks of single methods where they make a value known (`leaks`, `attempts`, `waited`,
`starts`, `alone`; `revealed` puts these together), what they give back (`copies`, `getters`,
`given`) and away (`gifts`), and first of all who is surely not fresh (`stale`). What threads keep
in themselves is told by `selves`.
"""
