"""`lore review`: the queue of what waits for a person."""

from collections.abc import Collection, Sequence
from datetime import timedelta

import click

from lore import clock, presence
from lore.cli import console, output
from lore.cli.arguments import candidate_id, fact_id, moment
from lore.cli.deciding import even_if_option, may_open_app, yes_option
from lore.cli.review_file import edit_queue
from lore.cli.review_prompt import card_lines, knowing, prompt
from lore.cli.short_ids import short
from lore.config import SNOOZE_DAYS, in_force
from lore.errors import NeedsPerson
from lore.memory import ReviewCard, card, decisions as reviewing, declare_both, risks_of
from lore.model import Candidate, CandidateKind
from lore.presence import Person, Way
from lore.store import Store, open_store
from lore.text import shorten


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
            edit_queue(store, waiting, _in_terminal())
        elif as_json:
            output.json_line({"candidates": [_as_json(card(store, one.id)) for one in waiting[:limit]]})
        elif may_open_app():
            prompt(store, [one.id for one in waiting], _in_terminal())
        else:
            _list(store, waiting, limit)


@review.command("list")
@output.listing_options
def list_waiting(as_json: bool, limit: int, project: str | None, layer: str | None) -> None:
    """List what waits."""
    with open_store() as store:
        waiting = _waiting(store, project, layer)
        if as_json:
            output.json_line({"candidates": [_as_json(card(store, one.id)) for one in waiting[:limit]]})
        else:
            _list(store, waiting, limit)


@review.command()
@click.argument("name", metavar="ID")
@output.json_option
def show(name: str, as_json: bool) -> None:
    """Show the card of a candidate."""
    with open_store() as store:
        found = card(store, candidate_id(store, name))
    if as_json:
        output.json_line(_as_json(found))
        return
    for line in card_lines(found):
        output.line(line)


@review.command()
@click.argument("names", nargs=-1, required=True, metavar="ID…")
@even_if_option
@yes_option
def approve(names: Sequence[str], even_if: Sequence[str], yes: bool) -> None:
    """Make candidates conventions; several are one step for `lore undo`.

    What has warnings is approved alone: in a terminal after a question, elsewhere with `--even-if` for each warning.
    Among several it is left where it is.
    """
    if even_if and len(names) > 1:
        raise console.usage_error("`--even-if` is for one candidate", "approve what has warnings one by one")
    person = presence.deciding("approve", yes=yes)
    with open_store() as store:
        if len(names) == 1:
            shown = card(store, candidate_id(store, names[0]))
            known = _asked(shown, person, even_if)
            name, rev = shown.candidate.id, shown.candidate.rev
            _told("approved", [reviewing.approve(store, name, by=person, rev=rev, acknowledged=known)])
            return
        done = reviewing.approve_all(store, _seen(store, names), by=person)
        if done.decisions:
            _told("approved", done.decisions)
    _refuse_left(done)


@review.command()
@click.argument("name", metavar="ID")
@click.argument("holds", type=click.Choice([one.value for one in reviewing.Holds]))
@yes_option
def answer(name: str, holds: str, yes: bool) -> None:
    """Answer a question about two facts that may contradict: the newer one holds, the older one, or both."""
    person = presence.deciding("answer", yes=yes)
    with open_store() as store:
        decision = reviewing.answer(store, candidate_id(store, name), reviewing.Holds(holds), by=person)
        output.line(f"{holds}: {short(decision.fact.id)}  {shorten(decision.fact.text, output.width() - 20)}")


@review.command()
@click.argument("one", metavar="FACT")
@click.argument("other", metavar="FACT")
@yes_option
def both(one: str, other: str, yes: bool) -> None:
    """Say that two facts both hold: Lore does not ask about them again, and `lore doctor` no longer warns."""
    person = presence.deciding("say that both hold", yes=yes)
    with open_store() as store:
        for fact in declare_both(store, fact_id(store, one), fact_id(store, other), by=person):
            output.line(f"holds {short(fact.id)}  {shorten(fact.text, output.width() - 17)}")


@review.command()
@click.argument("names", nargs=-1, required=True, metavar="ID…")
@click.option("--reason", default="", help="Why; the agent that proposed it can read it.")
@yes_option
def reject(names: Sequence[str], reason: str, yes: bool) -> None:
    """Turn candidates down; the same proposal does not come back."""
    person = presence.deciding("reject", yes=yes)
    with open_store() as store:
        _told("rejected", reviewing.reject(store, _seen(store, names), by=person, reason=reason))


@review.command()
@click.argument("name", metavar="ID")
@click.argument("words", nargs=-1, required=True, metavar="TEXT")
@even_if_option
@yes_option
def edit(name: str, words: Sequence[str], even_if: Sequence[str], yes: bool) -> None:
    """Approve a candidate in other words."""
    person, text = presence.deciding("approve", yes=yes), " ".join(words)
    with open_store() as store:
        shown = card(store, candidate_id(store, name), text=text)
        known = _asked(shown, person, even_if)
        name, rev = shown.candidate.id, shown.candidate.rev
        decision = reviewing.edit_and_approve(store, name, text, by=person, rev=rev, acknowledged=known)
        _told("approved", [decision])


@review.command()
@click.argument("name", metavar="ID")
@click.argument("into", metavar="FACT")
@yes_option
def merge(name: str, into: str, yes: bool) -> None:
    """Say that a stored FACT says the same: it takes over the evidence."""
    person = presence.deciding("merge", yes=yes)
    with open_store() as store:
        _told("merged into", [reviewing.merge(store, candidate_id(store, name), fact_id(store, into), by=person)])


@review.command()
@click.argument("names", nargs=-1, required=True, metavar="ID…")
@click.option(
    "--until",
    metavar="TIME",
    help=f"Default: in {SNOOZE_DAYS.shown(SNOOZE_DAYS.default)}, or as `{SNOOZE_DAYS.name}` says.",
)
@yes_option
def snooze(names: Sequence[str], until: str | None, yes: bool) -> None:
    """Hide candidates for a while."""
    person = presence.deciding("snooze", yes=yes)
    until = moment(until, "--until")
    with open_store() as store:
        until = until or clock.shifted(timedelta(days=in_force(store)[SNOOZE_DAYS]))
        for candidate in reviewing.snooze(store, _seen(store, names), until, by=person):
            output.line(
                f"hidden until {until[:10]}: {short(candidate.id)}  {shorten(candidate.text, output.width() - 36)}"
            )


def _asked(shown: ReviewCard, person: Person, given: Sequence[str]) -> Collection[str]:
    """The warnings that are acknowledged; where there is somebody to ask, on the whole card."""
    if shown.risky and person.way is Way.TERMINAL:
        for line in card_lines(shown):
            console.note(line)
    return knowing(shown, person, given)


def _seen(store: Store, names: Sequence[str]) -> reviewing.Seen:
    return reviewing.seen(store, [candidate_id(store, name) for name in names])


def _in_terminal() -> Person:
    """The person that cards and editors are shown to. Raises NeedsPerson without a terminal."""
    presence.refuse_agent("decide on what waits")
    if not may_open_app():
        raise NeedsPerson("this asks in a terminal", hint="`lore review list` prints what waits")
    return presence.deciding("decide on what waits")


def _waiting(store: Store, project: str | None, layer: str | None) -> list[Candidate]:
    found = store.candidates.many(reviewing.queue(store))
    return [one for one in found if project in (None, one.project) and layer in (None, one.layer.value)]


def _refuse_waiting(waiting: Sequence[Candidate]) -> None:
    if waiting:
        count = len(waiting)
        raise NeedsPerson(
            f"{count} candidate{'s wait' if count > 1 else ' waits'} for review", hint="`lore review` opens the queue"
        )


def _refuse_left(done: reviewing.Decided) -> None:
    """Name what was left where it is."""
    if done.left:
        for warning in done.left.values():
            console.warn(warning.message)
        count = len(done.left)
        raise NeedsPerson(
            f"{count} of {count + len(done.decisions)} left in the queue: warnings and questions go one by one",
            hint="`lore review approve ID` shows its card and asks, `lore review answer` answers",
        )


def _list(store: Store, waiting: Sequence[Candidate], limit: int) -> None:
    facts = {fact.id: fact for fact in store.facts.many([one.fact for one in waiting[:limit]])}
    for one in waiting[:limit]:
        output.line(f"{short(one.id):<9} {shorten(one.text, output.width() - 10)}")
        risks = ", ".join(risk.id for risk in risks_of(one, facts[one.fact]))
        careful = f"careful: {risks}" if risks else ""
        why = " · ".join(part for part in (careful, one.because, one.layer.value, one.project) if part)
        output.line(f"{'':<9} {shorten(why, output.width() - 10)}")
    if not waiting:
        console.note("nothing waits for review; `lore consolidate` proposes what was said again and again")
    elif len(waiting) > limit:
        console.note(f"{len(waiting) - limit} more; `--limit` shows them")


def _told(verb: str, decisions: Sequence[reviewing.Decision]) -> None:
    for one in decisions:
        said = "answered, holds" if one.candidate.kind is CandidateKind.QUESTION else verb
        output.line(f"{said} {short(one.fact.id)}  {shorten(one.fact.text, output.width() - 22)}")
    console.note("undo: `lore undo`")


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
        "warnings": [risk.text for risk in found.risks],
        "risks": [risk.id for risk in found.risks],
        "replaces": candidate.replaces,
        "similar": [{"id": one.fact.id, "text": one.fact.text} for one in found.similar],
    }
