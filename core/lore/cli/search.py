"""`lore search` and `lore reindex`."""

import os
from collections.abc import Callable
from typing import IO, Any

import click

from lore import actions, clock, errors, wire
from lore.actions import (
    Conditions,
    answer_batch,
    open_engine,
    reindex as reindex_now,
    search as search_now,
    words_of_query,
)
from lore.brief import LONGEST, brief
from lore.cli import console, output
from lore.cli.arguments import TextCommand, default_of
from lore.cli.taking import takes
from lore.config import SEARCH_DEPTH, SEARCH_LIMIT
from lore.model import FoundBy, Hit, Passage, PassageType, SearchResult
from lore.text import counted, shorten

_MOST = f"| At most this many. {default_of(SEARCH_LIMIT)}"
_explain_option = click.option("--explain", is_flag=True, help="Show what each score is made of.")
NEAR = "~"
"""Marks a hit that is near in meaning and holds no word of the query."""
_BATCH_HINT = 'a line is {"qid": "1", "query": "…"}, with any of: in, kind, project, layer, status, group, depth, limit'


@click.command(cls=TextCommand)
@takes(
    search_now, "context", "group_by_session", "record", "tainted", query="[QUERY]...",
    places="--in", kinds="| Only facts of this kind.", layers="| Only this layer.",
    projects="| Only this project; `none` for facts without one.", statuses="| Default: active facts.", limit=_MOST,
)  # fmt: skip
@click.option("--group", type=click.Choice(["session"]), help="Rank sessions, not passages.")
@click.option("--depth", type=click.IntRange(1, 3), help=f"1 is quick, 3 follows links. {default_of(SEARCH_DEPTH)}")
@_explain_option
@click.option(
    "--batch", type=click.File("rb"), metavar="FILE", help='Answer lines of {"qid": …, "query": …}; - for stdin.'
)
@output.json_option
def search(query: str | None, group: str | None, explain: bool, batch: IO[bytes] | None, **options: Any) -> None:
    """Search facts, sessions and documents by words and by meaning.

    \b
    "a phrase"  not:word  kind:  layer:  project:  status:  tag:  file:
    session:  role:  agent:  id:  before:2026-03  after:7d  happened:2026
    is:pinned  is:tainted  is:stale  is:contradicted  is:given
    in:facts  in:turns  in:docs  in:all

    A time in words ("last week", "in March") finds what was said or happened then. On ties, facts of this folder's
    project rank first.

    When everything is searched, facts that answer come first, the messages that they rest on below them; documents
    fill at most a third of the hits. `~` marks a hit that is close in meaning but contains no word of the query.

    Put `--` before a query that starts with `-`.
    """
    if (query is None) == (batch is None):
        raise click.UsageError("give a query, or `--batch` with a file of queries")
    options["group_by_session"] = group == "session"
    if batch is not None:
        _answer_batch(batch, Conditions(**options))
        return
    # One question needs no second thread of numpy's, which all start when it is imported: 35 ms.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    with open_engine() as engine:
        answer = search_now(engine, query or "", **options)
    _show_answer(answer, explain=explain)


@click.command()
def reindex() -> None:
    """Rebuild the search index from the store. Safe at any time: the store itself is not touched."""
    with console.reporting() as reporter, open_engine(reporter=reporter) as engine:
        done = reindex_now(engine)
    console.note(f"{counted(done.passages, 'passage')} indexed, {done.embedded:,} embedded")


def _answer_batch(batch: IO[bytes], conditions: Conditions) -> None:
    """Answer every line that can be read. Raises BadInput at the end, where one could not."""
    bad = 0
    with console.reporting() as reporter, open_engine(reporter=reporter) as engine:
        for line in answer_batch(engine, batch, conditions):
            if line.result is None:
                bad += 1
                console.warn(f"{batch.name}:{line.number}: {line.problem.message if line.problem else ''}")
            else:
                output.json_line({"qid": line.qid, **wire.of(line.result)})
    if bad:
        raise errors.BadInput(f"{bad} lines of `{batch.name}` could not be answered", hint=_BATCH_HINT)


def _show_answer(answer: SearchResult, *, explain: bool) -> None:
    """Print what a search found. Raises Exit with the code for nothing found."""
    if not output.printed(answer):
        _show(answer, explain)
    if not answer.hits:
        raise click.exceptions.Exit(errors.NotFound.exit_code)


def _show(answer: SearchResult, explain: bool) -> None:
    excerpt = words_of_query(answer.query).excerpt
    for hit in answer.hits:
        passage = hit.passage
        kind = passage.kind or (passage.role if passage.type is PassageType.TURN else passage.type.value) or "turn"
        when = clock.day(passage.at)
        sign = NEAR if hit.by is FoundBy.MEANING else " "
        head = f"{hit.score:.2f}{sign} {output.short(passage.id):<10} {kind:<11}{when:<11}"
        output.line(f"{head}{_whence(passage, output.width() - len(head))}".rstrip())
        output.line(f"      {_words(passage, excerpt, output.width() - 6)}")
        for message in hit.messages:
            output.line(f"      “{excerpt(message.text, output.width() - 8)}”")
        if hit.doubt:
            output.line(f"      may be outdated: {hit.doubt}")
        if explain:
            output.line(f"      {_explained(hit)}")
    for note in answer.notes:
        console.note(note)


def _words(passage: Passage, excerpt: Callable[[str, int], str], width: int) -> str:
    """A fact in its short form, of anything else the part that was found."""
    if passage.type is PassageType.FACT:
        return brief(passage.text, min(output.width(LONGEST), width))
    return excerpt(passage.text, width)


def _whence(passage: Passage, width: int) -> str:
    if passage.type is PassageType.CHUNK:  # documents are tainted all: to say it of each would say nothing
        place = passage.source_id or ""
        return place if len(place) <= width else f"…{place[1 - width :]}"
    return f"{'tainted ' if passage.tainted else ''}{shorten(passage.project or '', 24)}"


def _explained(hit: Hit) -> str:
    parts = [f"{name} {value:+.3f}" for name, value in hit.explain.items() if abs(value) >= 0.0005]
    strength = "" if hit.strength is None else f"   strength {hit.strength:.2f}"
    return f"{' '.join(parts)} = {hit.score:.3f}{strength}"


@click.command("by-date", cls=TextCommand)
@takes(actions.by_date, places="--in", limit=_MOST, kinds="| Only facts of this kind.")
@_explain_option
@output.json_option
def by_date(explain: bool, **given: Any) -> None:
    """Show what was said or happened at a time: 2026-03-12, 2026-03, 7d, yesterday, "last week"."""
    with open_engine() as engine:
        _show_answer(actions.by_date(engine, **given), explain=explain)
