"""The memory on SQLite: what another backend would have to do as well. The only place that holds SQL for its rooms.

May import `lore.intake` and what lies below it, and of the store the plain data of its face; never `lore.store.local`.
"""
