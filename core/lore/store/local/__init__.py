"""The local administration of a store on this machine: its folder, copies, purge, repair, spool and figures.

May import `lore.store.sqlite`. Nothing of it is loaded before it is used, but for the store itself and its spool.
"""
