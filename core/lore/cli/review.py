"""`lore review`: the queue of what waits for a person."""

import sys
from collections.abc import Sequence
from datetime import timedelta

import click

from lore import clock
from lore.cli import console, output
from lore.cli.naming import candidate_id, fact_id, moment
from lore.cli.reviewing import card_lines, edit_queue, prompt
from lore.errors import NeedsPerson
from lore.memory import review as reviewing
from lore.memory.card import ReviewCard, card
from lore.memory.questions import declare_both
from lore.model import Candidate
from lore.store import Store, open_store
from lore.text import shorten

SNOOZE_DAYS = 7


@click.group(invoke_without_command=True)
@click.option("--edit", "in_editor", is_flag=True, help="Decide on the whole queue in your editor.")
@click.option("--check", is_flag=True, help="Only say whether something waits: exit code 4 when it does.")
@output.listing_options
@click.pass_context
def review(
    context: click.Context,
    in_editor: bool,
    check: bool,
    as_json: bool,
    limit: int,
    project: str | None,
    layer: str | None,
) -> None:
    """Decide on what waits for you: one at a time in a terminal, a list elsewhere.

    Approving a candidate makes it a convention; `lore publish` writes conventions into the repository.
    """
    if context.invoked_subcommand is not None:
        return
    with open_store() as store:
        waiting = _waiting(store, project, layer)
        if check:
            _refuse_waiting(waiting)
        elif in_editor:
            edit_queue(store, waiting)
        elif as_json:
            output.json_line({"candidates": [_as_json(card(store, one.id)) for one in waiting[:limit]]})
        elif sys.stdin.isatty() and sys.stdout.isatty():
            prompt(store, [one.id for one in waiting])
        else:
            _list(waiting, limit)


@review.command("list")
@output.listing_options
def list_waiting(as_json: bool, limit: int, project: str | None, layer: str | None) -> None:
    """List what waits."""
    with open_store() as store:
        waiting = _waiting(store, project, layer)
        if as_json:
            output.json_line({"candidates": [_as_json(card(store, one.id)) for one in waiting[:limit]]})
        else:
            _list(waiting, limit)


@review.command()
@click.argument("name", metavar="ID")
@output.json_option
def show(name: str, as_json: bool) -> None:
    """Show the card of a candidate."""
    with open_store() as store:
        found = card(store, candidate_id(name))
    if as_json:
        output.json_line(_as_json(found))
        return
    for line in card_lines(found):
        output.line(line)


@review.command()
@click.argument("names", nargs=-1, required=True, metavar="ID…")
@click.option("--yes", is_flag=True, help="Also approve what has warnings, without asking.")
def approve(names: Sequence[str], yes: bool) -> None:
    """Make candidates conventions; several are one step for `lore undo`."""
    wanted = [candidate_id(name) for name in names]
    with open_store() as store:
        if not yes:
            _refuse_risky([card(store, name) for name in wanted])
        decisions = reviewing.approve_all(store, wanted) if len(wanted) > 1 else [reviewing.approve(store, wanted[0])]
        _told("approved", decisions)


@review.command()
@click.argument("name", metavar="ID")
@click.argument("holds", type=click.Choice([one.value for one in reviewing.Holds]))
def answer(name: str, holds: str) -> None:
    """Answer a question about two facts that may contradict: the newer one holds, the older one, or both."""
    with open_store() as store:
        decision = reviewing.answer(store, candidate_id(name), reviewing.Holds(holds))
        output.line(f"{holds}: {decision.fact.id}  {shorten(decision.fact.text, output.width() - 20)}")


@review.command()
@click.argument("one", metavar="FACT")
@click.argument("other", metavar="FACT")
def both(one: str, other: str) -> None:
    """Say that two facts both hold: nobody asks about them again, and `lore doctor` is content."""
    with open_store() as store:
        for fact in declare_both(store, fact_id(one), fact_id(other)):
            output.line(f"holds {fact.id}  {shorten(fact.text, output.width() - 17)}")


@review.command()
@click.argument("names", nargs=-1, required=True, metavar="ID…")
@click.option("--reason", default="", help="Why; the agent that proposed it can read it.")
def reject(names: Sequence[str], reason: str) -> None:
    """Turn candidates down; the same proposal does not come back."""
    with open_store() as store:
        _told("rejected", reviewing.reject(store, [candidate_id(name) for name in names], reason=reason))


@review.command()
@click.argument("name", metavar="ID")
@click.argument("words", nargs=-1, required=True, metavar="TEXT")
def edit(name: str, words: Sequence[str]) -> None:
    """Approve a candidate in other words."""
    with open_store() as store:
        _told("approved", [reviewing.edit_and_approve(store, candidate_id(name), " ".join(words))])


@review.command()
@click.argument("name", metavar="ID")
@click.argument("into", metavar="FACT")
def merge(name: str, into: str) -> None:
    """Say that a stored FACT says the same: it takes over the evidence."""
    with open_store() as store:
        _told("merged into", [reviewing.merge(store, candidate_id(name), fact_id(into))])


@review.command()
@click.argument("names", nargs=-1, required=True, metavar="ID…")
@click.option("--until", metavar="TIME", help=f"Default: in {SNOOZE_DAYS} days.")
def snooze(names: Sequence[str], until: str | None) -> None:
    """Hide candidates for a while."""
    until = moment(until, "--until") or _in_days(SNOOZE_DAYS)
    with open_store() as store:
        for candidate in reviewing.snooze(store, [candidate_id(name) for name in names], until):
            output.line(f"hidden until {until[:10]}: {candidate.id}  {shorten(candidate.text, output.width() - 36)}")


def _in_days(days: int) -> str:
    now = clock.parse(clock.now())
    assert now is not None
    return clock.stamp(now + timedelta(days=days))


def _waiting(store: Store, project: str | None, layer: str | None) -> list[Candidate]:
    found = store.candidates.many(reviewing.queue(store))
    return [one for one in found if project in (None, one.project) and layer in (None, one.layer.value)]


def _refuse_waiting(waiting: Sequence[Candidate]) -> None:
    if waiting:
        count = len(waiting)
        raise NeedsPerson(
            f"{count} candidate{'s wait' if count > 1 else ' waits'} for review", hint="`lore review` opens the queue"
        )


def _refuse_risky(cards: Sequence[ReviewCard]) -> None:
    risky = [one for one in cards if one.risky]
    if risky:
        reasons = "; ".join(f"`{one.candidate.id}` {', '.join(one.warnings)}" for one in risky)
        raise NeedsPerson(reasons, hint="`lore review show ID` shows it; `--yes` approves it all the same")


def _list(waiting: Sequence[Candidate], limit: int) -> None:
    for one in waiting[:limit]:
        output.line(f"{one.id:<9} {shorten(one.text, output.width() - 10)}")
        why = " · ".join(part for part in (one.because, one.layer.value, one.project) if part)
        output.line(f"{'':<9} {shorten(why, output.width() - 10)}")
    if not waiting:
        console.note("nothing waits for review; `lore consolidate` proposes what was said again and again")
    elif len(waiting) > limit:
        console.note(f"{len(waiting) - limit} more; `--limit` shows them")


def _told(verb: str, decisions: Sequence[reviewing.Decision]) -> None:
    for one in decisions:
        output.line(f"{verb} {one.fact.id}  {shorten(one.fact.text, output.width() - 22)}")
    console.note("`lore undo` takes it back")


def _as_json(found: ReviewCard) -> dict[str, object]:
    candidate = found.candidate
    return {
        "id": candidate.id,
        "kind": candidate.kind.value,
        "text": candidate.text,
        "fact": candidate.fact,
        "layer": candidate.layer.value,
        "project": candidate.project,
        "because": candidate.because,
        "corrections": candidate.corrections,
        "sessions": candidate.sessions,
        "tainted": found.fact.tainted,
        "evidence": [
            {
                "session": quote.evidence.session,
                "source_id": quote.evidence.source_id,
                "role": quote.evidence.role.value,
                "at": quote.evidence.at,
                "quote": quote.evidence.quote,
            }
            for quote in found.evidence
        ],
        "warnings": list(found.warnings),
        "replaces": candidate.replaces,
        "similar": [{"id": one.fact.id, "text": one.fact.text} for one in found.similar],
    }
