"""The words of Lore, each explained once: `lore help WORD`, the app and `docs/words.md` show these sentences."""

from collections.abc import Mapping

WORDS: Mapping[str, str] = {
    "fact": (
        "One statement that makes sense on its own, such as “Releases are cut from `main`”. It has a kind, a layer, "
        "a project, and quotations as evidence."
    ),
    "episode": "A fact captured from a single session. It fades unless it is used or said again.",
    "knowledge": "A fact that episodes of several sessions agree on. It fades slowly.",
    "candidate": "A fact that is proposed as a convention. It waits in the review queue until you decide.",
    "convention": (
        "A fact that you approved, of whatever kind. It does not fade, and `lore publish` writes it into the "
        "repository, where every agent reads it. Beside a fact the word `convention` is its kind: how things are done, "
        "approved or not; what you approved has a ✓ there."
    ),
    "evidence": "The exact words a fact rests on, with the session, the message and the time they come from.",
    "reader": (
        "A model of your choice, often that of your own agent, that reads each session when it is over and notes what "
        "you said. You agree to it at `lore setup`, or with `lore distill --on`; without one Lore hears marks alone."
    ),
    "mark": (
        "Words that say that something holds for good: “from now on”, “remember that”, “always” at the head of a "
        "sentence. In a short message of one paragraph such a sentence stands; elsewhere it asks."
    ),
    "told": "How a fact came: you saved it, or an agent saved your exact sentence.",
    "read": "How a fact came: a reader noted it. Its wording stands beside your sentence until you approve it.",
    "stated": "How a fact came: you typed it with a mark.",
    "quotation": "Your sentence, word for word, that a fact rests on. See evidence.",
    "proposal": "What waits in the review queue: a candidate, or a question about two facts.",
    "somebody": "Who wrote text in your name that nobody proved to be typed: a paste, a program, an agent's own shell.",
    "kind": (
        "What sort of fact it is: correction, preference, identity, convention (how things are done), decision, "
        "solution, lesson, system, project, event, blocker, task or note. The kind decides how long a fact lasts "
        "without being used."
    ),
    "layer": (
        "Who a fact holds for: you in this project (`user_project`), everyone in the project (`project`), you in every "
        "project (`user`), or your organisation (`org`). Where two disagree, what you "
        "approved wins; if you approved both, the most specific layer."
    ),
    "project": (
        "A repository. Lore recognises it by its remote, or by its folder where there is none; one that it has seen "
        "keeps its project when the remote changes."
    ),
    "taint": (
        "The mark of a fact that you did not say yourself: an assistant, a tool, a file, an import or a web page did. "
        "You can find it; no agent is given it until you approve it."
    ),
    "standing rule": (
        "A correction, preference, statement about you or fact of the kind `convention` that every session of a "
        "project starts with. You approved it, pinned it, or said it in several sessions. One you stated only once "
        "stands in your own sessions of that project. `lore context` shows them; `lore why` says why."
    ),
    "gate": (
        "A small model that decides whether a prompt recalls anything. It compares the prompt with a fact, or with "
        "an earlier message of yours. Most prompts recall nothing."
    ),
    "strength": (
        "How firmly a fact is remembered now. It starts from the confidence, grows each time the fact is used or "
        "said in another session, and falls with time. Uses far apart count more than uses within the same hour."
    ),
    "band": (
        "The confidence of a fact as a word: critical from 0.9, important from 0.7, moderate from 0.5, minor below. "
        "It says how certain the fact is, not how strong."
    ),
    "may be outdated": (
        "Something said later contradicts the fact. It stays as "
        "it is until you confirm (`lore confirm`), edit or replace it."
    ),
    "stale": (
        "Past its expiry date, or about a file, symbol or command that is gone from the repository. Agents are not "
        "given such a fact until the thing it names is back."
    ),
    "session": "One conversation with an agent: its messages and the actions taken in it.",
    "passage": "Anything a search can find: a fact, a message of a session, a part of a document, or a digest.",
    "digest": (
        "A one-page summary of a session, a week or a month, with a source for each line. `lore digest` lists them. "
        "A digest is not a fact."
    ),
    "category": (
        "A subject, such as testing or releases. A fact's tags, words or kind decide its category; `lore category` "
        "lists them, `lore search category:testing` searches one."
    ),
    "page": (
        "MEMORY.md, with what matters now in a project. Consolidation keeps it in Lore's own folder; `lore memory` "
        "shows it, and writes it where you want it."
    ),
    "night": (
        "The daily run that Lore does by itself: it consolidates, indexes, backs up and runs the doctor. `lore "
        "schedule` sets up a timer of your system for it; a missed run happens later."
    ),
    "consolidation": (
        "Condensing what many sessions said: duplicates merge, episodes become knowledge, your rules become "
        "candidates, and faded facts are archived."
    ),
    "archived": "Out of use: agents are not given it and lists leave it out. `lore restore` brings it back.",
    "superseded": "Replaced by a newer fact. It stays in the store, linked to the fact that replaced it.",
    "purge": "The only way to delete: it removes a text from every table, the history, the index and all backups.",
    "run": "One batch of changes, such as an import or a consolidation. `lore undo --run ID` reverses all of it.",
    "store": "The SQLite file that holds everything. The search index beside it can always be rebuilt from it.",
}
"""Word → what it means, in the order in which a newcomer needs them."""
