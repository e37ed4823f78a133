"""Names that tools had: a call of one is told which tool does it now."""

from collections.abc import Mapping

FORMER: Mapping[str, str] = {
    "memory_history": "`memory_get` with `history` tells of one fact, `memory_by_date` of a time",
    "memory_sync": "`memory_context` without a prompt does that",
    "memory_category": '`memory_by_date` with `what`: "categories" does that',
    "memory_stats": '`memory_maintain` with `do`: "stats" does that',
    "memory_health": '`memory_maintain` with `do`: "health" does that',
    "memory_clean": '`memory_maintain` with `do`: "clean" does that',
    "memory_consolidate": '`memory_maintain` with `do`: "consolidate" does that',
    "memory_compress": "Lore takes nothing out of memory files any more",
    "memory_confirm": "`memory_update` with `holds` does that",
    "memory_propose": "`memory_review` with `ids` or `text` does that",
    "memory": "`memory_add` saves and `memory_search` finds: memories are no files any more",
    "hook_recall": "`lore setup` connects hooks, which ask this server themselves: take this hook out",
}
