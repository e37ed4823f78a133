"""The names of the screens with a number, for what names one and loads none."""

FACTS, REVIEW, TIMELINE, LOG, HEALTH = "Facts", "Review", "Timeline", "Log", "Health"
QUERY = "?"
"""Before a query that somebody is sent to the facts with, in place of a fact."""
