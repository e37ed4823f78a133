"""The names of the screens with a number, for what names one and loads none."""

REVIEW, MEMORY, HISTORY, CARE = "Review", "Memory", "History", "Care"
FIRST = "First start"
QUERY = "?"
"""Before a query that somebody is sent to the memory with, in place of a fact."""
