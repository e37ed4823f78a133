"""Lore: the long-term memory of coding agents, and the place where people govern it.

`lore` is the engine and the command line. It never imports `lore_tui`, `textual` or `rich`; importing `lore` loads
only the standard library.
"""

__version__ = "0.1.0"
