"""What a prompt is given: mostly nothing; a brief where a goal begins, where it is left, or after a compaction."""

import os
from contextlib import suppress

from lore.agents.hook.event import Event
from lore.handover import Talk, asks_where_we_were, places

OWED = "owed"
"""Why a prompt is given the brief of an earlier one of the goal."""


def prompt(folder: str, event: Event, talk: Talk, *, gives: bool) -> "tuple[list[str], list[dict[str, object]]]":
    """The lines that go with a prompt, and what to note of them. gives: whether this agent takes any."""
    text = event.text("prompt")
    why, kept = talk.hear(text)
    lines = ["Before the context was compacted:", *kept] if kept else []
    if not gives or not os.path.exists(os.path.join(folder, "lore.db")):
        return lines if gives else [], []
    notes: list[dict[str, object]] = []
    if talk.behind:
        from lore.agents.hook.starting import caught_up

        came, note = caught_up(folder, event, talk)
        lines, notes = [*lines, *came], [note] if note else []
    lines += _left_open(folder, event, text)
    if not why and talk.owed:  # what could not be looked up before
        why, text = OWED, talk.owed
    if not why:
        return lines, notes
    # The answer may take all the time there is: what this prompt changed is kept first. A fault is told at the end.
    with suppress(OSError):  # it is kept once more then
        talk.save(folder, event.at)
    talk.owed = ""
    found, note = _recalled(folder, event, talk, text)
    return [*lines, *found], [*notes, *([note] if note else [])]


def _left_open(folder: str, event: Event, text: str) -> "list[str]":
    """The last session, where the person asks where they were."""
    if not asks_where_we_were(text):
        return []
    from lore.lookup import Unreadable, where_we_were

    try:
        return where_we_were(folder, event.cwd, event.session)
    except Unreadable as error:
        return [f"Lore cannot read its store now: {error}"]


def _recalled(folder: str, event: Event, talk: Talk, text: str) -> "tuple[list[str], dict[str, object]]":
    """The lines of the brief: from a warm server, else by words from the store, else later."""
    if os.path.exists(places.answers(folder)):
        from lore.handover import NoServer, asked  # sockets take 4 ms

        question: dict[str, object] = {"prompt": text, "session": event.session, "cwd": event.cwd, "given": talk.given}
        try:
            return _of_server(asked(folder, question), talk), {}
        except (NoServer, TimeoutError):  # it ended without taking its name away, or is busy with something else
            pass
    from lore.lookup import LONGEST_PROMPT, NoStore, Unreadable, answer  # SQLite takes 5 ms

    try:
        found, withhold = answer(folder, event.cwd, text, event.session, talk.given)
    except NoStore:
        return [], {}
    except Unreadable:
        from lore.agents.hook.leaving import let_somebody_drain

        talk.owed = text
        let_somebody_drain(folder, at_once=True)
        return [], {}
    if not found:
        return [], {}
    from lore.agents.hook.starting import withheld
    from lore.lookup import RECALLED

    ids, tokens = [one.id for one in found], sum(one.tokens for one in found)
    note: dict[str, object] = {"about": "prompt", "ids": ids, "tokens": tokens, "asked": text[:LONGEST_PROMPT]}
    if withheld(withhold, event.session):
        return [], {**note, "withheld": True}
    talk.is_given(ids)
    return [RECALLED, *(one.line for one in found)], note


def _of_server(answer: "dict[str, object]", talk: Talk) -> "list[str]":
    """The lines that a server answered. Raises ValueError where it tells of a fault."""
    if fault := answer.get("fault"):
        raise ValueError(str(fault))
    told, ids = answer.get("lines"), answer.get("ids")
    talk.is_given([one for one in ids if isinstance(one, str)] if isinstance(ids, list) else [])
    return [line for line in told if isinstance(line, str)] if isinstance(told, list) else []
