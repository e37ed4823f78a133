"""`lore search` and `lore reindex`."""

import json
import os
from collections.abc import Callable, Iterable
from dataclasses import replace
from enum import StrEnum
from typing import IO, Any

import click

from lore import errors
from lore.cli import console, output
from lore.cli.naming import short
from lore.model import Hit, Kind, Layer, Passage, PassageType, SearchResult, Status
from lore.projects import asking_project
from lore.search import PLACES, PassageFilter, Searcher, SearchRequest
from lore.search import search as run_search
from lore.store import open_store
from lore.text import shorten

FILTERS = {"kind": "kinds", "layer": "layers", "status": "statuses", "project": "projects"}
"""Option → field of the filter."""
PLACE_DEFAULT = "all"
LONGEST_SHOWN = 80
"""Characters of what is wrong with a line of a batch."""


@click.command()
@click.argument("query", nargs=-1)
@click.option(
    "--in",
    "places",
    type=click.Choice(list(PLACES)),
    default=PLACE_DEFAULT,
    show_default=True,
    help="Which passages: facts, messages of sessions, documents.",
)
@click.option(
    "--kind", multiple=True, type=click.Choice([kind.value for kind in Kind]), help="Only facts of this kind."
)
@click.option("--project", multiple=True, metavar="KEY", help="Only this project; `none` for what belongs to none.")
@click.option("--layer", multiple=True, type=click.Choice([layer.value for layer in Layer]), help="Only this layer.")
@click.option(
    "--status", multiple=True, type=click.Choice([status.value for status in Status]), help="Default: active facts."
)
@click.option("--group", type=click.Choice(["session"]), help="Rank sessions, not passages.")
@click.option("--depth", type=click.IntRange(1, 3), default=2, show_default=True, help="1 is quick, 3 follows links.")
@click.option("--limit", type=click.IntRange(min=1), default=10, show_default=True, help="At most so many.")
@click.option("--explain", is_flag=True, help="Show what each score is made of.")
@click.option(
    "--batch", type=click.File("rb"), metavar="FILE", help='Answer lines of {"qid": …, "query": …}; - for stdin.'
)
@output.json_option
def search(query: tuple[str, ...], as_json: bool, explain: bool, batch: IO[bytes] | None, **options: Any) -> None:
    """Search facts, sessions and documents by words and by meaning.

    \b
    "a phrase"  -word  kind:  layer:  project:  status:  tag:  file:
    session:  role:  agent:  id:  before:2026-03  after:7d  happened:2026
    is:pinned  is:tainted  is:stale  is:contradicted
    in:facts  in:turns  in:docs  in:all

    A time in words ("last week", "in March") counts for what was said or happened
    then. What belongs to other projects than this folder's comes after its equals.

    Of an answer from everywhere, documents take a third at most.

    Put `--` before a query that starts with `-`.
    """
    if bool(query) == (batch is not None):
        raise click.UsageError("give a query, or `--batch` with a file of queries")
    request = _request(" ".join(query), options)
    with open_store() as store:
        if batch is not None:
            _answer_batch(Searcher(store), request, batch)
            return
        # One question needs no second thread of numpy's, which all start when it is imported: 35 ms.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        answer = run_search(store, replace(request, record=True, project=asking_project(store.projects.all_known())))
    show_answer(answer, as_json=as_json, explain=explain)


@click.command()
def reindex() -> None:
    """Rebuild everything search needs from the store. Safe at any time: the store itself is not touched."""
    from lore.index import embed_pending, forget_progress, rebuild
    from lore.index.models import embedder_in_use

    with open_store() as store:
        embedder = embedder_in_use(store)
        forget_progress(store)
        with console.progress("indexing") as progress:
            rebuild(store, embedder, progress=progress)
        with console.progress("embedding") as progress:
            report = embed_pending(store, embedder, progress=progress)
        Searcher(store, embedder).prepare()
        passages = sum(store.passages.count().values())
    console.note(f"{passages:,} passages indexed, {report.passages:,} embedded")


def _request(query: str, options: dict[str, Any]) -> SearchRequest:
    narrowing: dict[str, Any] = {field: _values(name, options[name]) for name, field in FILTERS.items()}
    return SearchRequest(
        query=query,
        places=options["places"],
        limit=options["limit"],
        group_by_session=options["group"] == "session",
        depth=options["depth"],
        filter=PassageFilter(**narrowing),
    )


def _values(name: str, given: Iterable[str]) -> tuple[str | None, ...]:
    return tuple(None if name == "project" and value == "none" else value for value in given)


def _answer_batch(searcher: Searcher, request: SearchRequest, batch: IO[bytes]) -> None:
    """Answer every line that can be read. Raises BadInput at the end, where one could not."""
    with console.progress("embedding") as progress:
        searcher.prepare(progress)
    bad = 0
    for number, line in enumerate(batch, 1):
        if not line.strip():
            continue
        try:
            values = _question(line)
            answer = searcher.search(_with_options(request, values))
        except errors.BadInput as error:
            bad += 1
            console.warn(f"{batch.name}:{number}: {error.message}")
            continue
        output.json_line({"qid": values.get("qid"), **_as_json(answer)})
    if bad:
        raise errors.BadInput(f"{bad} lines of `{batch.name}` could not be answered", hint=_BATCH_HINT)


def _question(line: bytes) -> dict[str, Any]:
    """The question of one line of a batch. Raises BadInput where there is none."""
    try:
        values = json.loads(line.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise errors.BadInput("not UTF-8 text") from error
    except (ValueError, RecursionError) as error:
        raise errors.BadInput(f"not JSON: {shorten(str(error), LONGEST_SHOWN)}") from error
    if not isinstance(values, dict) or not isinstance(values.get("query"), str):
        raise errors.BadInput("there is no `query`")
    return values


_BATCH_HINT = 'a line is {"qid": "1", "query": "…"}, with any of: in, kind, project, layer, status, group, depth, limit'


def _is_one_of(known: Iterable[str]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and value in known


def _all_of(kinds: type[StrEnum]) -> Callable[[Any], bool]:
    return lambda value: all(map(_is_one_of(list(kinds)), _several(value)))


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


_CHECKS: dict[str, Callable[[Any], bool]] = {
    "in": _is_one_of(PLACES),
    "group": lambda value: value is None or value == "session",
    "depth": lambda value: _is_whole(value) and value in (1, 2, 3),
    "limit": lambda value: _is_whole(value) and value > 0,
    "kind": _all_of(Kind),
    "layer": _all_of(Layer),
    "status": _all_of(Status),
    "project": lambda value: all(isinstance(key, str) for key in _several(value)),
}


def _several(value: Any) -> list[Any]:
    """What a line gives for an option that may be repeated."""
    return value if isinstance(value, list) else [value]


def _with_options(request: SearchRequest, values: dict[str, Any]) -> SearchRequest:
    """The request with the query of a line and the options it names. Raises BadInput for a value of another type."""
    for name, check in _CHECKS.items():
        if name in values and not check(values[name]):
            given = shorten(json.dumps(values[name]), LONGEST_SHOWN)
            raise errors.BadInput(f"`{name}` cannot be `{given}`")
    narrowing: dict[str, Any] = {
        field: _values(name, _several(values[name])) for name, field in FILTERS.items() if name in values
    }
    return replace(
        request,
        query=values["query"],
        places=values.get("in", request.places),
        limit=values.get("limit", request.limit),
        depth=values.get("depth", request.depth),
        group_by_session=values["group"] == "session" if "group" in values else request.group_by_session,
        filter=replace(request.filter, **narrowing),
    )


def _as_json(answer: SearchResult) -> dict[str, object]:
    return {
        "query": answer.query,
        "took_ms": round(answer.took_ms, 1),
        "mode": answer.mode,
        "notes": list(answer.notes),
        "hits": [_hit_as_json(hit) for hit in answer.hits],
    }


_HIT_FIELDS = ("kind", "text", "layer", "project", "session", "source_id", "at")


def _hit_as_json(hit: Hit) -> dict[str, object]:
    passage = hit.passage
    return {
        "id": passage.id,
        "type": passage.type.value,
        **{name: getattr(passage, name) for name in _HIT_FIELDS},
        "score": round(hit.score, 4),
        "strength": None if hit.strength is None else round(hit.strength, 4),
        "status": passage.status,
        "tainted": passage.tainted,
        "explain": {name: round(value, 4) for name, value in hit.explain.items()},
    }


def show_answer(answer: SearchResult, *, as_json: bool, explain: bool) -> None:
    """Print what a search found. Raises Exit with the code for nothing found."""
    if as_json:
        output.json_line(_as_json(answer))
    else:
        _show(answer, explain)
    if not answer.hits:
        raise click.exceptions.Exit(errors.NotFound.exit_code)


def _show(answer: SearchResult, explain: bool) -> None:
    for hit in answer.hits:
        passage = hit.passage
        kind = passage.kind or (passage.role if passage.type is PassageType.TURN else passage.type.value) or "turn"
        when = (passage.at or "")[:10]
        head = f"{hit.score:.2f}  {short(passage.id):<10} {kind:<11}{when:<11}"
        output.line(f"{head}{_whence(passage, output.width() - len(head))}".rstrip())
        output.line(f"      {shorten(passage.text, output.width() - 6)}")
        if explain:
            output.line(f"      {_explained(hit)}")
    for note in answer.notes:
        console.note(note)


def _whence(passage: Passage, width: int) -> str:
    if passage.type is PassageType.CHUNK:  # documents are tainted all: to say it of each would say nothing
        place = passage.source_id or ""
        return place if len(place) <= width else f"…{place[1 - width :]}"
    return f"{'tainted ' if passage.tainted else ''}{shorten(passage.project or '', 24)}"


def _explained(hit: Hit) -> str:
    parts = [f"{name} {value:+.3f}" for name, value in hit.explain.items() if abs(value) >= 0.0005]
    strength = "" if hit.strength is None else f"   strength {hit.strength:.2f}"
    return f"{' '.join(parts)} = {hit.score:.3f}{strength}"
