"""`lore-hook AGENT EVENT`: what an agent starts at each of its events. It never fails, never waits, never writes a line.

It loads the standard library, `lore.handover`, its own modules, and `lore.lookup`. It never writes to the store: it
appends to the spool, prints what stands in the store, and leaves the work to others.
"""
