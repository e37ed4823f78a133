"""How long digests are, how much shorter than what they tell, and what of the facts is still answered by them.

    python tests/bench/bench_digests.py [FOLDER]

FOLDER holds transcripts; default: the shared ones beside the repository, else the bundled ones. Each session is told by
its digest alone. *Words* are those of the text of the digest, against the words of all messages that were stored, and
against those of messages, commands and output. A fact is *answered* where the text of the digest holds at least
`HELD` of its key terms: its distinct stems without stop words, and its identifiers. Of weeks and months the same is
asked of the facts of all their sessions.
"""

import argparse
import os
import statistics
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

import lore
from lore.capture import Options, capture
from lore.consolidate import consolidate
from lore.index.analysis import identifiers, query_terms
from lore.model import Digest, DigestSpan, Fact
from lore.store import FactFilter, Store, open_store

SHARED = Path(__file__).parents[3] / "shared" / "data" / "transcripts"
BUNDLED = Path(lore.__file__).parent / "demo" / "transcripts"
HELD = 0.8
"""The share of its key terms from which a fact counts as answered."""
MUCH = 15_000
"""Words of a session from which there is enough to tell for a whole page."""


def terms(text: str) -> set[str]:
    """The key terms of a text."""
    return {*query_terms(text), *identifiers(text).names}


def answered(digest: Digest, facts: Iterable[Fact]) -> list[bool]:
    """Of each fact, whether the digest holds enough of its terms."""
    held = terms(digest.text)
    return [len(wanted & held) / len(wanted) >= HELD for fact in facts if (wanted := terms(fact.text))]


def facts_of(store: Store, sessions: Iterable[str]) -> list[Fact]:
    found = {fact.id: fact for session in sessions for fact in store.facts.select(FactFilter(session=session))}
    return list(found.values())


def told_of_sessions(store: Store) -> None:
    """One line for all sessions, one for those with much to tell."""
    rows = []
    for digest in store.digests.select(DigestSpan.SESSION):
        said = sum(len(turn.text.split()) for turn in store.sessions.turns(digest.session or ""))
        done = sum(len(event.detail.split()) for event in store.sessions.events(digest.session or ""))
        kept = answered(digest, facts_of(store, [digest.session or ""]))
        rows.append((len(digest.text.split()), said, said + done, kept))
    for title, chosen in (("all sessions", rows), (f"of {MUCH:,} words", [row for row in rows if row[1] >= MUCH])):
        if chosen:
            tell(title, chosen)


def tell(title: str, rows: Sequence[tuple[int, int, int, list[bool]]]) -> None:
    lengths = sorted(row[0] for row in rows)
    kept = [one for row in rows for one in row[3]]
    ratio, whole = (sum(said) / sum(lengths) for said in ([row[1] for row in rows], [row[2] for row in rows]))
    share = f"{sum(kept) / len(kept):.3f} of {len(kept)}" if kept else "no"
    print(
        f"{title:<16} {len(rows):>4} digests, {statistics.median(lengths):.0f} words (median), {lengths[-1]} at most;"
        f" messages {ratio:.0f}:1, with commands and output {whole:.0f}:1; {share} facts answered"
    )


def told_of_periods(store: Store) -> None:
    """One line for weeks, one for months: the facts of the sessions that each covers."""
    sessions = store.digests.select(DigestSpan.SESSION)
    for span in (DigestSpan.WEEK, DigestSpan.MONTH):
        rows = []
        for digest in store.digests.select(span):
            inside = [
                one
                for one in sessions
                if one.project == digest.project and digest.starts_at <= one.starts_at < digest.ends_at
            ]
            said = sum(len(one.text.split()) for one in inside)
            facts = facts_of(store, [one.session or "" for one in inside])
            rows.append((len(digest.text.split()), said, said, answered(digest, facts)))
        if rows:
            tell(f"{span.value}s", rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, nargs="?", default=SHARED if SHARED.is_dir() else BUNDLED)
    folder = parser.parse_args().folder
    with tempfile.TemporaryDirectory() as home:
        os.environ["LORE_HOME"] = home
        with open_store() as store:
            capture(store, [folder], Options(mine=True))
            consolidate(store)
            told_of_sessions(store)
            told_of_periods(store)


if __name__ == "__main__":
    main()
