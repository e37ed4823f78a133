"""How well search finds what answers a question, part by part.

    python tests/bench/retrieval.py [SET.jsonl …] [--one-store] [--sessions] [--depth N]
        [--only PART …] [--out DIR] [--keep DIR]

Default: every set in `../shared/data/retrieval`. A set holds one corpus a line: {"conv", "docs": {id: text},
"queries": [{"qid", "cat", "text", "relevant": [ids]}]}. Each corpus goes into a store of its own, or all into one
with `--one-store`; a set whose name starts with `commit2session` ranks sessions, and so does LoCoMo with `--sessions`:
those that hold the turns wanted. The rows switch parts of the ranking
off, one at a time: what a part gains is what its row loses. `off` is memory without search: the newest passages,
whatever was asked.

Prints recall, MRR and NDCG over the queries of a corpus, averaged over corpora; LoCoMo's unanswerable category 5 is
left out. With `--out`, one file per row and set with every question and its ranking. With `--keep`, the stores stay
there and are used again.
"""

import argparse
import json
import math
import os
import platform
import re
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from lore import clock
from lore.index import lexical
from lore.intake import clean
from lore.model import Role, Session, Turn
from lore.search import Searcher, SearchRequest, boosts, candidates, ranking, results
from lore.store import Store, open_store

DATA = Path(__file__).parents[3] / "shared" / "data" / "retrieval"
PIECE = 1_500
"""Characters of a session document put into one turn."""
LIMIT = 20
CUTS = (1, 5, 10, 20)

ALONE = dict.fromkeys(("NEIGHBOUR", "TOGETHER", "SESSION", "NAMED_SPEAKER", "OWN_TURN", "ADDRESSED"), 0.0)
PLAIN: dict[Any, dict[str, Any]] = {results: {"OPENING": 0.0, "COVERED": 0.0}, boosts: {"IN_TIME": 0.0}}
PARTS: dict[str, dict[Any, dict[str, Any]]] = {
    "hybrid": {},
    "words only": {ranking: {"WORDS_OF_SENTENCE": 1.0, "WORDS_OF_KEYWORDS": 1.0} | ALONE, **PLAIN},
    "vectors only": {ranking: {"WORDS_OF_SENTENCE": 0.0, "WORDS_OF_KEYWORDS": 0.0} | ALONE, **PLAIN},
    "fixed half and half": {ranking: {"WORDS_OF_SENTENCE": 0.5, "WORDS_OF_KEYWORDS": 0.5}},
    "without neighbours": {ranking: {"NEIGHBOUR": 0.0}},
    "without together": {ranking: {"TOGETHER": 0.0}},
    "without session": {ranking: {"SESSION": 0.0}},
    "without speakers": {ranking: {"NAMED_SPEAKER": 0.0, "OWN_TURN": 0.0}},
    "without addressed": {ranking: {"ADDRESSED": 0.0}},
    "without times": {boosts: {"IN_TIME": 0.0}},
    "without pairs": {candidates: {"PAIRS_OF_SENTENCE": 0.0, "PAIRS_OF_KEYWORDS": 0.0}},
    "without opening": {results: {"OPENING": 0.0}},
    "without covered": {results: {"COVERED": 0.0}},
    "without identifiers": {lexical: {"NAME": 0.0}},
    "without other forms": {lexical: {"others": lambda term: ()}},
    "best window only": {ranking: {"LEAD": 0.0}},
    "first window only": {ranking: {"LEAD": 1.0}},
}  # fmt: skip


@dataclass(frozen=True)
class Question:
    qid: str
    category: str
    text: str
    relevant: frozenset[str]


@dataclass(frozen=True)
class Corpus:
    """One conversation, or one set of sessions, in a store."""

    name: str
    prefix: str
    store: Store
    questions: list[Question]
    asked_at: str | None
    """When all was said: what "last year" counts from. None where nothing says when it was."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*", type=Path, default=sorted(DATA.glob("*.jsonl")))
    parser.add_argument("--one-store", action="store_true")
    parser.add_argument("--sessions", action="store_true", help="rank the sessions of sets that have turns")
    parser.add_argument("--depth", type=int, choices=(1, 2, 3), default=2)
    parser.add_argument("--only", nargs="*", choices=[*PARTS, "off"], default=[*PARTS, "off"])
    parser.add_argument("--out", type=Path)
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    print(f"{platform.processor() or platform.machine()}, Python {platform.python_version()}", file=sys.stderr)
    for path in options.sets:
        with tempfile.TemporaryDirectory() as scratch:
            folder = (options.keep or Path(scratch)) / f"{path.stem}{'-one' if options.one_store else ''}"
            grouped = path.stem.startswith("commit2session")
            corpora = load(path, folder, grouped=grouped, one_store=options.one_store)
            name = path.stem
            if options.sessions and not grouped:
                name += " sessions"
                corpora = [wanting_sessions(corpus) for corpus in corpora]
            for part in options.only:
                report(name, part, corpora, grouped or options.sessions, options)


def report(name: str, part: str, corpora: list[Corpus], grouped: bool, options: argparse.Namespace) -> None:
    started = time.perf_counter()
    per_corpus, per_category, details = [], defaultdict(list), []
    with set_otherwise(PARTS.get(part, {})):
        for corpus in corpora:
            os.environ["LORE_NOW"] = corpus.asked_at or ""
            answer = newest(corpus, grouped) if part == "off" else searching(corpus, grouped, options.depth)
            found = [(question, answer(question)) for question in corpus.questions]
            rows = [measure(names_found, question.relevant) for question, names_found in found]
            for (question, names_found), row in zip(found, rows, strict=True):
                per_category[question.category].append(row["R@10"])
                details.append({"conv": corpus.name, "qid": question.qid, "ranking": names_found, **row})
            per_corpus.append(mean(rows))
    line = {
        "set": name, "part": part, "one_store": options.one_store, "depth": options.depth,
        "queries": len(details),
        **{key: round(value, 4) for key, value in mean(per_corpus).items()},
        "by_category": {key: round(sum(found) / len(found), 3) for key, found in sorted(per_category.items())},
        "ms_per_query": round(1000 * (time.perf_counter() - started) / max(1, len(details)), 1),
    }  # fmt: skip
    print(json.dumps(line), flush=True)
    if options.out:
        options.out.mkdir(parents=True, exist_ok=True)
        file = options.out / f"{name}{'.one-store' if options.one_store else ''}.{part}.jsonl".replace(" ", "-")
        file.write_text("".join(json.dumps(detail) + "\n" for detail in details))


def figures_of(corpus: Corpus, answer: Callable[[Question], list[str]]) -> dict[str, float]:
    return mean([measure(answer(question), question.relevant) for question in corpus.questions])


def load(path: Path, folder: Path, *, grouped: bool, one_store: bool) -> list[Corpus]:
    found = []
    for number, line in enumerate(path.read_text().splitlines()):
        corpus = json.loads(line)
        prefix = f"c{number}/"
        store = open_store(folder / ("all" if one_store else f"c{number}"))
        times = []
        for session, turns in sessions(corpus, prefix, grouped):
            times += [turn.at for turn in turns if turn.at]
            with store.write("import") as transaction:
                store.sessions.put(transaction, Session(session, "lore"))
                store.sessions.add_turns(transaction, session, turns)
        found.append(Corpus(corpus["conv"], prefix, store, questions(corpus), max(times, default=None)))
    for corpus in found:
        Searcher(corpus.store).prepare()
    return found


def wanting_sessions(corpus: Corpus) -> Corpus:
    wanted = [
        replace(question, relevant=frozenset(session_of(name) for name in question.relevant))
        for question in corpus.questions
    ]
    return replace(corpus, questions=wanted)


def session_of(name: str) -> str:
    match = re.fullmatch(r"(D\d+):\d+", name)
    return match.group(1) if match else "s1"


def sessions(corpus: dict[str, Any], prefix: str, grouped: bool) -> Iterator[tuple[str, list[Turn]]]:
    """A corpus as sessions: each document is one, or one turn."""
    by_session: dict[str, list[Turn]] = defaultdict(list)
    at = None
    for name, text in corpus["docs"].items():
        session = prefix + (name if grouped else session_of(name))
        pieces = [text[at : at + PIECE] for at in range(0, len(text), PIECE)] or [""] if grouped else [text]
        for number, piece in enumerate(pieces):
            source_id = f"{name}#{number}" if grouped else name
            at = time_of(piece) or at
            by_session[session].append(Turn(session, prefix + source_id, Role.USER, clean(piece), at=at))
    yield from by_session.items()


def time_of(text: str) -> str | None:
    """The time in brackets at the head of a message: "[1:56 pm on 8 May, 2023]", "[March-15-2024]"."""
    head = re.match(r"\[([^\]\n]{8,40}\d{4})\]", text)
    if not head:
        return None
    for form in ("%I:%M %p on %d %B, %Y", "%B-%d-%Y"):
        with suppress(ValueError):
            return clock.stamp(datetime.strptime(head[1], form).replace(tzinfo=UTC))
    return None


def questions(corpus: dict[str, Any]) -> list[Question]:
    return [
        Question(query["qid"], str(query["cat"]), query["text"], frozenset(relevant))
        for query in corpus["queries"]
        if (relevant := set(query["relevant"]) & set(corpus["docs"])) and str(query["cat"]) != "5"
    ]


def searching(corpus: Corpus, grouped: bool, depth: int = 2) -> Callable[[Question], list[str]]:
    searcher = Searcher(corpus.store)

    def answer(question: Question) -> list[str]:
        request = SearchRequest(question.text, "turns", LIMIT, group_by_session=grouped, depth=depth)
        hits = searcher.search(request).hits
        return names([(hit.passage.session if grouped else hit.passage.source_id) or "" for hit in hits], corpus)

    return answer


def newest(corpus: Corpus, grouped: bool) -> Callable[[Question], list[str]]:
    turns = [turn for session in corpus.store.sessions.select() for turn in corpus.store.sessions.turns(session.id)]
    turns.sort(key=lambda turn: -turn.seq)
    found = names([turn.session if grouped else turn.source_id for turn in turns], corpus)[:LIMIT]
    return lambda question: found


def names(found: list[str], corpus: Corpus) -> list[str]:
    own = (
        name.removeprefix(corpus.prefix) if name.startswith(corpus.prefix) else f"elsewhere:{name}" for name in found
    )
    return list(dict.fromkeys(own))


def measure(found: list[str], relevant: frozenset[str]) -> dict[str, float]:
    gain = sum(1 / math.log2(place + 2) for place, name in enumerate(found[:10]) if name in relevant)
    ideal = sum(1 / math.log2(place + 2) for place in range(min(10, len(relevant))))
    first = next((place for place, name in enumerate(found[:10]) if name in relevant), None)
    return {
        **{f"R@{cut}": len(set(found[:cut]) & relevant) / len(relevant) for cut in CUTS},
        "MRR": 0.0 if first is None else 1 / (first + 1),
        "NDCG@10": gain / ideal,
    }


def mean(rows: list[dict[str, float]]) -> dict[str, float]:
    return {key: sum(row[key] for row in rows) / len(rows) for key in rows[0]} if rows else {}


@contextmanager
def set_otherwise(values: dict[Any, dict[str, Any]]) -> Iterator[None]:
    """Constants and functions of the ranking set otherwise for a while."""
    before = {module: {name: getattr(module, name) for name in named} for module, named in values.items()}
    try:
        for module, named in values.items():
            for name, value in named.items():
                setattr(module, name, value)
        yield
    finally:
        for module, named in before.items():
            for name, value in named.items():
                setattr(module, name, value)


if __name__ == "__main__":
    main()
