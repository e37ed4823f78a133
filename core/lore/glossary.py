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
        "another session, and falls with time. A use long after the one before it counts more than one within the hour."
    ),
    "band": (
        "The confidence of a fact in a word: critical from 0.9, important from 0.7, moderate from 0.5, minor below. It "
        "says how sure the fact is, not how strong."
    ),
    "may be outdated": (
        "What is said now, or was said where the fact was recalled, contradicts it; or it leans on a fact that was "
        "replaced. It stays as it is until you confirm (`lore confirm`), edit or replace it."
    ),
    "leaning": (
        "That a fact speaks of a thing which another one gave up: after “we use fetch instead of axios” what says how "
        "axios is set up leans on what was replaced. About the nearest you are asked."
    ),
    "stale": (
        "Past its date, or resting on a file, symbol or command that is gone from the repository. No agent is given "
        "what names something that is gone, until it is back."
    ),
    "session": "One conversation with an agent: its messages, and what was done in it.",
    "passage": "Anything a search can find: a fact, a message of a session, a part of a document, or a digest.",
    "digest": (
        "What a session, a week or a month came to, in a page, each line with what it rests on. `lore digest` lists "
        "them. A digest is no fact."
    ),
    "category": (
        "What facts are about, such as testing or releases. A fact falls into one by its tags, its words or its kind; "
        "`lore category` lists them, `lore search category:testing` searches one."
    ),
    "page": (
        "MEMORY.md, what is hot in a project, or FACTS.md, every trusted fact of it. Consolidation keeps both in "
        "Lore's own folder; `lore memory` shows them, and writes MEMORY.md where you want it."
    ),
    "night": (
        "What Lore does once a day by itself: it consolidates, indexes, backs up and asks the doctor. `lore schedule` "
        "gives it to a timer of your system; one that was missed is caught up."
    ),
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
