"""Rules by repetition: what a person types in one session after the other, before anything is extracted of it.

Two clauses say the same order where they share its verb and its object, or two terms of a rule. A pair of terms of
several sessions gathers the clauses that hold it, the most repeated pair first; each clause counts for one rule. The
work grows with the number of prompts, not with its square: clauses meet through their pairs alone.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from lore.consolidate.orders import Order, orders, terms_of
from lore.memory import Ground, judge, stem, tokens
from lore.model import Turn
from lore.text import normalise

SESSIONS = 2
"""Sessions from which a repeated order is a rule."""
ALIKE = 0.4
"""Share of common terms from which two clauses of two sessions alone are one order; from three sessions on the pair is
enough."""
CARRIES = 3
"""Common terms from which a question or a report is taken for the order of another session: "can it be saved …?"."""
RETYPED = 8
"""Words up to which the same prompt may have been typed twice; a longer one was copied, or sent by a program."""
COMPARED = 50
"""The newest orders of a pair that a question is compared with."""
TAKES_BACK = frozenset({Ground.POLARITY, Ground.GIVEN_UP, Ground.OPPOSITE, Ground.NUMBER})
"""Why an earlier order no longer holds; that another thing is named may be the same order at another occasion."""
CORE = 0.5
"""Share of the sessions that hold a term of the core."""
_TERM_LENGTH = 3


@dataclass(frozen=True, slots=True)
class Said:
    """One clause, and where it was typed."""

    turn: Turn
    order: Order


@dataclass(frozen=True, slots=True)
class Rule:
    """One order of several sessions."""

    terms: tuple[str, str]
    """The two terms that all of it shares."""
    text: str
    """The best wording: nothing but what most sessions say, and of that the most."""
    said: tuple[Said, ...]
    """Every clause, the oldest first."""

    @property
    def sessions(self) -> int:
        return len({said.turn.session for said in self.said})


def repeated(turns: Iterable[Turn], project: str | None = None) -> list[Rule]:
    """The rules in the typed prompts of one project, in whatever order they come; the most repeated first."""
    statements = _clauses(_typed_once(turns), _names(project))
    holding: dict[tuple[str, str], list[int]] = defaultdict(list)
    for place, one in enumerate(statements):
        for pair in set(one.order.pairs()):
            holding[pair].append(place)
    shared = {pair: places for pair, places in holding.items() if len(_sessions(statements, places)) >= SESSIONS}
    return [
        Rule(pair, _wording(statements, places), tuple(statements[place] for place in places))
        for pair, places in _chosen(statements, shared)
    ]


def _typed_once(turns: Iterable[Turn]) -> list[Turn]:
    """The prompts in the order of time; what was copied into another session, sent again or restarted counts once."""
    once: dict[tuple[str, str], Turn] = {}
    for turn in sorted(turns, key=lambda turn: (turn.at or "", turn.session, turn.position)):
        words = normalise(turn.text)
        retyped = len(words.split()) <= RETYPED
        once.setdefault((words, (turn.at or turn.source_id) if retyped else ""), turn)
    return list(once.values())


def _clauses(turns: Sequence[Turn], names: Collection[str]) -> list[Said]:
    return [Said(turn, order) for turn in turns for order in orders(turn.text, names)]


def _names(project: str | None) -> frozenset[str]:
    """The terms of the project's own name: every prompt may hold them."""
    last = (project or "").rstrip("/").rpartition("/")[2]
    return frozenset(stem(word) for word in tokens(last) if len(word) >= _TERM_LENGTH)


def _chosen(
    statements: Sequence[Said], shared: Mapping[tuple[str, str], Sequence[int]]
) -> Iterator[tuple[tuple[str, str], list[int]]]:
    """The pairs, the most repeated first, each with the clauses that no earlier one has."""
    free = set(range(len(statements)))
    sharing: dict[int, list[tuple[str, str]]] = defaultdict(list)
    for pair, places in shared.items():
        for place in places:
            sharing[place].append(pair)
    waiting: dict[tuple[str, str], list[int]] = {}
    ranks: dict[tuple[str, str], tuple[int, int, tuple[str, str]]] = {}

    def weigh(pair: tuple[str, str]) -> None:
        kept = _alike(statements, [place for place in shared[pair] if place in free])
        if kept:
            waiting[pair], ranks[pair] = kept, (-len(_sessions(statements, kept)), -len(kept), pair)
        else:
            waiting.pop(pair, None)
            ranks.pop(pair, None)

    for pair in shared:
        weigh(pair)
    while ranks:
        *_, pair = min(ranks.values())
        chosen = waiting.pop(pair)
        del ranks[pair]
        in_force = _in_force(statements, chosen)
        if len(_sessions(statements, in_force)) >= SESSIONS:
            yield pair, in_force
            free.difference_update(chosen)
        else:
            free.difference_update(set(chosen) - set(in_force))
        for other in {other for place in chosen for other in sharing[place]} & ranks.keys():
            weigh(other)


def _in_force(statements: Sequence[Said], places: Sequence[int]) -> list[int]:
    """The clauses without those that the newest order takes back: "use pnpm, not npm" is no further "use npm"."""
    newest = next((place for place in reversed(places) if statements[place].order.rules), places[-1])
    order = statements[newest].order

    def is_taken_back(text: str) -> bool:
        instead = judge(order.quote, text).ground is Ground.GIVEN_UP  # "…, not npm" is a clause of its own
        return instead or judge(order.text, text).ground in TAKES_BACK

    return [place for place in places if place == newest or not is_taken_back(statements[place].order.text)]


def _alike(statements: Sequence[Said], places: Sequence[int]) -> list[int]:
    """The clauses that are one order, or none: a question or a report counts where it says what another one orders."""
    stated = [place for place in places if statements[place].order.states]
    if len(_sessions(statements, stated)) <= SESSIONS:
        stated = [
            place for place in stated if any(_one_order(statements[place], statements[other]) for other in places)
        ]
    kept = sorted(
        {
            *stated,
            *(
                place
                for place in places
                if any(_one_order(statements[place], statements[other]) for other in stated[-COMPARED:])
            ),
        }
    )
    return kept if len(_sessions(statements, kept)) >= SESSIONS else []


def _one_order(left: Said, right: Said) -> bool:
    if left.turn.session == right.turn.session:
        return False
    mine, theirs = set(left.order.terms), set(right.order.terms)
    least = 1 if left.order.states and right.order.states else CARRIES
    return len(mine & theirs) >= max(least, ALIKE * len(mine | theirs))


def _sessions(statements: Sequence[Said], places: Iterable[int]) -> set[str]:
    return {statements[place].turn.session for place in places}


def _wording(statements: Sequence[Said], places: Sequence[int]) -> str:
    """The clause with the fewest terms that only few sessions hold; of those the fullest, one that is not cut, and the
    most frequent."""
    called = next((term for place in places for term in statements[place].order.terms if term.startswith("$")), None)
    if called and all(called in statements[place].order.terms for place in places):
        return f"Use `{called}`."
    sessions = _sessions(statements, places)
    support: Counter[str] = Counter()
    for session in sessions:
        own = (statements[place] for place in places if statements[place].turn.session == session)
        support.update({term for one in own for term in one.order.terms})
    core = {term for term, count in support.items() if count >= max(SESSIONS, CORE * len(sessions))}

    cut = [statements[place].order.cut(core) for place in places]
    often, whole = Counter(cut), {statements[place].order.text for place in places}

    def rank(text: str) -> tuple[int, int, bool, int, int, str]:
        terms = terms_of(text)
        return len(terms - core), -len(terms & core), text not in whole, -often[text], len(text), text

    return min(cut, key=rank)
