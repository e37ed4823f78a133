"""Keeping the book level in which hooks look up what a prompt may be given. Never while somebody waits for a save."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from lore.context.gate import telling_terms
from lore.context.items import Section, of_fact
from lore.context.recalling import holds, usual_in
from lore.errors import Busy, StoreError
from lore.files import stale_among
from lore.handover import files, places
from lore.index import abbreviated, analysis, counted_terms, lexical, others
from lore.lookup import Damage, Entry, Writing, usual
from lore.model import Passage, PassageType
from lore.store import Store, file_lock

PAGE = 1_000
FOLDED = (range(0x80, 0xD800), range(0xE000, 0x34000))
"""The characters of which the book knows what the word index makes of them; of others it is the usual."""


def keep_book(store: Store) -> bool:
    """Bring the book level with the store, for hooks. False where somebody is at it.

    Raises StoreError where it cannot be written. What is new costs what it is; the first book of 100,000 facts takes
    half a minute, so this is for a process that nobody waits for.
    """
    home = str(store.folder)
    try:
        files.make_folder(places.shared(home))
        with file_lock(Path(places.book_lock(home)), budget_s=0.0):
            _level(store, home)
    except Busy:
        return False
    except Damage as error:
        raise StoreError(f"the hooks' lookup file cannot be written: {error}") from error
    return True


def _level(store: Store, home: str) -> None:
    writing = Writing(home)
    try:
        known = writing.known
        made = f"{store.generation()} {lexical.version()}"
        if known.get("made") != made or not isinstance(known.get("cursor"), int):
            writing.begin_again()
            writing.put_language(list(_forms()), folding())
            known = {}
        taking = _Taking(store, writing, known)
        cursor = taking.all() if "cursor" not in known else taking.since(int(str(known["cursor"])))
        for project in taking.spoken_in:
            writing.put_usual(project, usual_in(store, project))
        size = writing.facts() + taking.turns
        writing.commit({"made": made, "size": size, "cursor": cursor, "turns": taking.turns, "turn": taking.turn})
    finally:
        writing.close()


class _Taking:
    """Takes passages as they now are into the book."""

    def __init__(self, store: Store, writing: Writing, known: Mapping[str, object]) -> None:
        self._store, self._writing = store, writing
        self.turn = int(str(known.get("turn", 0)))
        """The newest message that is counted. One that is withdrawn stays counted, as the word index counts it too."""
        self.turns = int(str(known.get("turns", 0)))
        self.spoken_in: set[str | None] = set()
        """The projects of the messages that are new."""

    def all(self) -> int:
        """Take in everything. Returns up to which announcement that is."""
        cursor = self._store.cursor()
        for page in self._store.passages.pages(PAGE):
            if page[0].type is PassageType.CHUNK:  # documents come last, and are not given
                break
            self._take(page, [passage.id for passage in page])
        return cursor

    def since(self, cursor: int) -> int:
        """Take in what was announced after this. Returns up to which announcement that is."""
        while rows := self._store.changes_since(cursor, PAGE):
            cursor = rows[-1].cursor
            named = [one for one in dict.fromkeys(row.passage for row in rows) if _is_told(one)]
            self._take(list(self._store.passages.many(named).values()), named)
        return cursor

    def _take(self, passages: Sequence[Passage], named: Sequence[str]) -> None:
        present = {passage.id: passage for passage in passages}
        terms = {name: Counter(counted_terms(passage.searched)) for name, passage in present.items()}
        may_be_near = {entry.name: entry for entry in self._entries(passages, terms)}
        self.spoken_in |= {passage.project for passage in passages if not _is_fact(passage)}
        for name in named:
            self._count(name, set(terms[name]) if name in terms else None)
            if name in may_be_near:
                self._writing.put(may_be_near[name])
            else:
                self._writing.remove(name)

    def _count(self, name: str, terms: set[str] | None) -> None:
        if PassageType.of(name) is PassageType.FACT:
            self._writing.count_again(name, terms)
        elif terms is not None and (number := PassageType.TURN.number_in(name)) > self.turn:
            self._writing.count(terms)
            self.turn, self.turns = number, self.turns + 1

    def _entries(self, passages: Sequence[Passage], terms: Mapping[str, Mapping[str, int]]) -> Iterator[Entry]:
        """The facts that an agent may be given."""
        held = [one for one in self._store.facts.many([each.id for each in passages if _is_fact(each)]) if holds(one)]
        stale = stale_among(self._store, held)
        facts = [fact for fact in held if fact.id not in stale and fact.id in terms]
        evidence = self._store.facts.evidence([fact.id for fact in facts])
        for fact in facts:
            item = of_fact(fact, evidence[fact.id], Section.RECALLED)
            yield Entry(
                fact.id, fact.text, item.line, dict(terms[fact.id]), telling_terms(fact.text), tokens=item.tokens,
                project=fact.project, sessions=[quote.session for quote in evidence[fact.id]],
            )  # fmt: skip


def _is_told(name: str) -> bool:
    """Whether a prompt may recall such passages."""
    return PassageType.of(name) in (PassageType.FACT, PassageType.TURN)


def _is_fact(passage: Passage) -> bool:
    return passage.type is PassageType.FACT


def _forms() -> Iterator[tuple[str, str]]:
    for term in abbreviated():
        for form in others(term):
            yield term, form


@cache
def folding() -> dict[str, str]:
    """What the word index makes of each character of which that is not the usual."""
    analyzer = analysis.unstemmed()
    found = {chr(number): "".join(analyzer.analyze(chr(number))) for part in FOLDED for number in part}
    return {sign: folded for sign, folded in found.items() if folded != usual(sign)}
