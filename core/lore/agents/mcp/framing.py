"""What the tool `hook_recall` answers: the output of a hook, in the shape that Claude Code and Codex take."""

import json

EVENTS = ("UserPromptSubmit", "SessionStart", "PostToolUse", "SubagentStart", "PreToolUse", "Stop")
"""Events whose hook may add context, in Claude Code and in Codex."""
NOTHING = "{}"
"""The output of a hook that has nothing to say. An empty one makes Claude Code tell the model that a hook has run."""


def hook_output(event: str, context: str) -> str:
    """The output that adds this to the context. Codex drops it whole for one more field."""
    output = {"hookSpecificOutput": {"hookEventName": event, "additionalContext": context}}
    return json.dumps(output, ensure_ascii=False)
