"""The words of Lore, each explained once: `lore help WORD`, the app and `docs/words.md` show these sentences."""

from collections.abc import Mapping

WORDS: Mapping[str, str] = {
    "fact": (
        "One statement that makes sense on its own, such as “Releases are cut from `main`”. It has a kind, a layer, a "
        "project, and the quotations it rests on."
    ),
    "episode": "A fact as it was captured from one session. It fades unless it is used or said again.",
    "knowledge": "A fact that episodes of several sessions agree on. It fades slowly.",
    "candidate": "A fact that is proposed as a convention. It waits in the review queue until you decide.",
    "convention": (
        "A fact that you approved. It does not fade, and `lore publish` writes it into the repository, where every "
        "agent reads it."
    ),
    "evidence": "The exact words a fact rests on, with the session, the message and the time they come from.",
    "kind": (
        "What sort of fact it is: correction, preference, identity, convention, decision, solution, lesson, system, "
        "project, event, blocker, task or note. The kind decides how long a fact lasts without being used."
    ),
    "layer": (
        "Who a fact holds for: you in this project (`user_project`), everyone in the project (`project`), you in every "
        "project (`user`), or your organisation (`org`). Where two disagree, the most specific layer wins."
    ),
    "project": "A repository. Lore recognises it by its remote, or by its folder where there is none.",
    "taint": (
        "The mark of a fact that you did not say yourself: an assistant, a tool, a file, an import or a web page did. "
        "You can find it; no agent is given it until you approve it."
    ),
    "standing rule": (
        "A correction, convention, preference or statement about you that every session of a project starts with. It "
        "stands because you approved or pinned it, because you said it in several sessions, or, in your own sessions "
        "of that project alone, because you said it once in so many words. `lore context` shows them, `lore why` says "
        "why."
    ),
    "gate": (
        "What decides whether a prompt recalls anything: a small model that compares what the prompt and a fact or an "
        "earlier message of yours share. Mostly nothing passes."
    ),
    "strength": (
        "How firmly a fact is remembered now. It starts from confidence, grows each time the fact is used or said in "
        "another session, and falls with time."
    ),
    "session": "One conversation with an agent: its messages, and what was done in it.",
    "passage": "Anything a search can find: a fact, a message of a session, or a part of a document.",
    "consolidation": (
        "Turning what many sessions said into little: duplicates merge, episodes become knowledge, strong knowledge "
        "becomes a candidate, and what faded is archived."
    ),
    "archived": "Put away: no agent is given it and lists leave it out. `lore restore` brings it back.",
    "superseded": "Replaced by a newer fact. It stays in the store, linked to the fact that replaced it.",
    "purge": "The only way to delete: it removes a text from every table, the history, the index and all backups.",
    "run": "One batch of changes, such as an import or a consolidation. `lore undo --run ID` takes all of it back.",
    "store": "The SQLite file that holds everything. The search index beside it can always be rebuilt from it.",
}
"""Word → what it means, in the order in which a newcomer needs them."""
