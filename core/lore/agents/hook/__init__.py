"""`lore-hook AGENT EVENT`: what an agent starts at each of its events. It never fails, never waits, never writes a line.

It loads the standard library, `lore.handover`, its own modules, and for a prompt `lore.lookup`. It never opens the store:
it appends to the spool, prints what was prepared or stands in the book, and leaves the work to others.
"""
