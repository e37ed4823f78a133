"""The actions that have no route, each with the reason: a new one has a route, or stands here."""

from collections.abc import Mapping

REASONS: Mapping[str, tuple[str, ...]] = {
    "`/search` takes the query language, which says the same": (
        "by-date",
    ),
    "a part of an answer, for a screen": (
        "act_events", "acts", "candidates", "checks", "complete_query", "days", "draft", "event",
        "event_numbers", "explain_strength", "fact_ids", "fact_views",
        "ordered_facts", "proposals", "retired", "sessions narrative",
        "publish_places", "some_facts", "stated_by_agents", "timeline", "transcript",
    ),
    "a person's decision, which no request can take": (
        "accept_hand_edit", "answer", "approve", "approve_all", "declare", "distill", "edit_and_approve",
        "hold_both", "merge", "reject", "snooze",
        "category add", "category edit", "category remove", "memory publish", "memory remove",
        "pin", "project merge", "publish", "purge", "read project", "remove_setup", "rescope", "restore-backup",
        "schedule install", "schedule remove", "settle reader", "setup", "share", "unpin", "unpublish", "unshare",
    ),
    "it takes the path of a file or folder: a request reads and writes no file by its name": (
        "capture", "capture watch", "check_publish", "docs add", "docs show", "import", "migrate-from",
        "memory plan", "plan_publish", "plan_publish_everywhere", "plan_share", "project set", "project show",
        "read_project_file", "show_hand_edit", "take_shared", "whose",
    ),
    "the care of the store, for whoever sits at this machine": (
        "backup", "backup list", "change settings", "docs propose", "docs remove", "docs sync", "doctor fix",
        "export", "masked", "model list", "model prepare", "model status",
        "model use", "night", "path", "plan reader", "plan_schedule", "reader status", "reindex", "schedule status",
        "settings", "stop reader",
    ),
    "no design that Lore follows asks for it by request: it is a command, or a tool of MCP": (
        "card", "confirm", "digest list", "digest show", "docs list", "doctor history", "memory show", "project list",
        "redo", "replace", "restore", "supersede", "why",
    ),
    "what hooks ask and leave, for the agent that runs them and the person who looks after it": (
        "heed", "hooks brief", "hooks drain", "hooks forget", "hooks state", "hooks switch",
        "plan_setup", "plan_setup_removal", "receipt", "setup_status", "status line",
    ),
    "it is for an agent that speaks MCP": ("save quoted", "sync"),
}  # fmt: skip
