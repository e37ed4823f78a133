"""`lore-hook AGENT EVENT`: what an agent starts at each of its events. It never fails, never waits, never writes a line.

It loads the standard library, `lore.handover` and its own modules; a prompt for which no server answers loads more.
It never opens the store: it appends to the spool, prints what was prepared, and leaves the work to others.
"""
