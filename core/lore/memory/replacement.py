"""What a statement says is given up: "X instead of Y", "X, not Y", "no longer Y, X", "switched from Y to X".

Each such statement implies how things were: the same words with Y in the place of X. An older statement is replaced for
certain where it says exactly that.
"""

from collections.abc import Iterator, Sequence
from itertools import takewhile

from lore.memory.terms import Sort, Term
from lore.memory.words import LIGHT_STEMS, word_set

_CHANGES = word_set("switch migrat mov move chang replac swap convert")
_EXCEPTIONS = word_set("except unless if when until while only but during in inside within for on under at")
_LEADING = word_set("but and so use")


def gives_up(newer: Sequence[Term], older: Sequence[Term]) -> bool:
    """Whether the newer statement names what the older one states, gives it up and names what takes its place."""
    readings = [_keys(reading) for reading in (older, *_asserted(older))]
    return any(implied and implied in readings for implied in map(_keys, _implied(newer)))


def denied(row: Sequence[Term]) -> frozenset[str]:
    """The keys of what a statement forbids or gives up, in lower case: what follows a negation, or "from … to".

    In "npm is not used" it is what precedes, for nothing follows that says anything.
    """
    found: list[Term] = []
    for clause, _ in _clauses(row):
        place = next((at for at, term in enumerate(clause) if term.sort is Sort.NEGATION), None)
        if place is not None:
            after = list(takewhile(lambda term: term.governor in ("", "of"), clause[place + 1 :]))
            says = [term for term in after if term.key not in LIGHT_STEMS]
            found += says or clause[:place]
        elif any(term.key in _CHANGES for term in clause):
            found += [term for term in clause if term.governor == "from"]
    return frozenset(term.key.casefold() for term in found)


def _keys(row: Sequence[Term]) -> list[str]:
    """Without prepositions: "from Jenkins" was "on Jenkins"."""
    return [term.key for term in row if term.key not in _LEADING]


def _implied(row: Sequence[Term]) -> Iterator[list[Term]]:
    for place in range(1, len(row)):
        kept, given_up, rest = _contrast(row, place)
        if given_up:
            yield from _with(kept, given_up, rest)
    yield from _denied_first(row)
    yield from _changed(row)


def _asserted(row: Sequence[Term]) -> Iterator[list[Term]]:
    """What a statement of the form "X, not Y" asserts."""
    for place in range(1, len(row)):
        kept, given_up, rest = _contrast(row, place)
        if given_up:
            yield [*kept, *rest]


def _contrast(row: Sequence[Term], place: int) -> tuple[Sequence[Term], Sequence[Term], Sequence[Term]]:
    """(what is kept, what is given up, what follows) where a contrast begins at this place; else nothing given up."""
    term, last = row[place], row[place - 1]
    joined = last.key in {"and", "but"}
    if term.sort is not Sort.NEGATION or not (last.ends or joined or term.before == "instead"):
        return row, (), ()
    kept = row[: place - 1] if joined else row[:place]
    start = place + 1
    end = next((at + 1 for at in range(start, len(row)) if row[at].ends), len(row))
    return kept, row[start:end], row[end:]


def _with(kept: Sequence[Term], given_up: Sequence[Term], rest: Sequence[Term]) -> Iterator[list[Term]]:
    """The statement with what is given up in the place of each span that may have taken it.

    Such a span stands right before the contrast, or right after "use".
    """
    longest = len(given_up) + 1
    for first in range(len(kept)):
        for last in range(first + 1, min(first + longest, len(kept)) + 1):
            span = kept[first:last]
            chosen = last == len(kept) or (first > 0 and kept[first - 1].key == "use")
            joined = any(term.key == "use" or (term.ends and term is not kept[-1]) for term in span)
            if chosen and not joined and not _is_narrowed(span):
                yield [*kept[:first], *given_up, *kept[last:], *rest]


def _is_narrowed(span: Sequence[Term]) -> bool:
    """Whether a span also says where or when it holds: "pnpm in CI" takes the place of npm in CI alone."""
    apart = (term for term in span[1:] if term.governor != span[0].governor)
    return any(term.key in _EXCEPTIONS or term.governor in _EXCEPTIONS for term in apart)


def _denied_first(row: Sequence[Term]) -> Iterator[list[Term]]:
    """ "We no longer use Jest, we use Vitest", "not npm but pnpm"."""
    for clause, rest in _clauses(row):
        if not clause or (clause[0] is not row[0] and clause[0].sort is Sort.NEGATION):
            continue  # ", not npm" says nothing by itself
        denied = [term for term in clause if term.sort is Sort.NEGATION]
        named = [term for term in rest if term.key not in _LEADING]
        excepted = any(term.key in _EXCEPTIONS or term.governor in _EXCEPTIONS for term in rest)
        if len(denied) == 1 and named and not excepted and not any(term.sort is Sort.NEGATION for term in rest):
            yield [term for term in clause if term.sort is not Sort.NEGATION]


def _clauses(row: Sequence[Term]) -> Iterator[tuple[Sequence[Term], Sequence[Term]]]:
    """Each clause, with all the others."""
    start = 0
    for at, term in enumerate(row):
        if term.ends or term.key == "but" or at == len(row) - 1:
            end = at if term.key == "but" else at + 1
            yield row[start:end], (*row[:start], *row[at + 1 :])
            start = at + 1


def _changed(row: Sequence[Term]) -> Iterator[list[Term]]:
    """ "Switched from MySQL to Postgres", "replaced MySQL with Postgres"."""
    verb = next((at for at, term in enumerate(row) if term.key in _CHANGES), None)
    if verb is None:
        return
    before, after = row[:verb], row[verb + 1 :]
    taken = next((at for at, term in enumerate(after) if term.governor in {"to", "with", "by"}), None)
    if taken is None or not after[:taken] or (row[verb].key != "replac" and after[0].governor != "from"):
        return
    yield [*before, *after[:taken], *after[taken + 1 :]]
