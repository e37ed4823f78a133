"""`lore review`: the one queue of what waits for a person."""

import shlex
import textwrap
from collections.abc import Collection, Mapping, Sequence
from itertools import zip_longest
from typing import Any

import click

from lore import actions, clock, presence, wire
from lore.actions import Decided, Engine, Holds, ReviewCard, open_engine
from lore.cli import console, output
from lore.cli.arguments import PROJECT, TextCommand
from lore.cli.review_prompt import card_lines, knowing, prompt
from lore.cli.taking import takes
from lore.config import SHOWN_FIRST, SNOOZE_DAYS, in_force
from lore.errors import NeedsPerson
from lore.model import Layer
from lore.presence import Person, Way
from lore.text import counted, one_line, shorten

MOST_LINES = 3
"""Of what waits, and of why it does, in a list: your sentence and how a model would word it have room in them."""
Stated = Mapping[str | None, Sequence[str]]
_SNOOZED = f"{SNOOZE_DAYS.shown(SNOOZE_DAYS.default)}, or as `{SNOOZE_DAYS.name}` says"


def _queue_options(command: output.Command) -> output.Command:
    """The options of the queue: the first `review.shown`, `--limit` of them, or all."""
    most = f"At most this many; default: {SHOWN_FIRST.default}, or as `{SHOWN_FIRST.name}` says."
    for option in (
        output.json_option,
        click.option("--limit", type=click.IntRange(min=1), help=most),
        click.option("--all", "whole", is_flag=True, help="The whole queue."),
        takes(actions.queue),
    ):
        command = option(command)
    return command


@click.group(invoke_without_command=True)
@click.option("--check", is_flag=True, help="Only check whether anything is waiting: exit code 4 if so.")
@_queue_options
@click.pass_context
def review(context: click.Context, /, check: bool, limit: int | None, whole: bool, **which: Any) -> None:
    """Decide on what is waiting for you: one at a time in a terminal, a list elsewhere.

    First what contradicts what you approved, then what you said, in the most sessions first, then commands and fixes
    that recur; what agents stated is one line a project. Approving a candidate (`c:`) makes it
    a convention, which `lore publish` writes into the repository; approving a fact that nobody confirmed (`f:`) makes
    it yours.
    """
    if context.invoked_subcommand is not None:
        return
    with open_engine() as engine:
        waiting, first, stated = _waiting(engine, limit, whole, **which)
        if check:
            _refuse_waiting(waiting)
        elif output.as_json() or not console.may_open_app():
            _list_cards(engine, first, len(waiting) - len(first), stated)
        else:
            engine.person = _in_terminal()
            prompt(engine, first)
            _tell_rest(engine, len(waiting) - len(first), stated)


@review.command("list")
@_queue_options
def list_waiting(limit: int | None, whole: bool, **which: Any) -> None:
    """List what waits."""
    with open_engine() as engine:
        waiting, first, stated = _waiting(engine, limit, whole, **which)
        _list_cards(engine, first, len(waiting) - len(first), stated)


@review.command()
@takes(actions.card, "text")
@output.json_option
def show(candidate: str) -> None:
    """Show the card of something that waits."""
    with open_engine() as engine:
        card = actions.card(engine, candidate)
    if not output.printed(card):
        for line in card_lines(card):
            output.line(line)


@review.command()
@click.argument("names", nargs=-1, metavar="[ID…]")
@click.option("--said", is_flag=True, help="Take your own sentence instead of the words that a model gave it.")
@click.option("--shown", is_flag=True, help="Take all that `lore review list` shows; what has warnings stays.")
@click.option("--but", multiple=True, metavar="ID", help="With --shown: not this one. May be repeated.")
@console.even_if_option
@console.yes_option
@output.json_option
def approve(
    names: Sequence[str], said: bool, shown: bool, but: Sequence[str], even_if: Sequence[str], yes: bool
) -> None:
    """Approve what waits; `lore undo` reverses all of it in one step.

    A candidate (`c:`) becomes a convention; a fact that nobody confirmed (`f:`) becomes yours. What has warnings has to
    be approved on its own: a terminal asks, elsewhere name each warning with `--even-if`. Given with others, it stays.
    """
    if bool(names) == shown or (but and not shown):
        raise console.usage_error("name what you approve, or give `--shown`", "`lore review list` shows the ids")
    if (even_if or said) and len(names) != 1:
        raise console.usage_error("`--even-if` and `--said` are for one of them", "approve these one by one")
    with open_engine(person=presence.deciding("approve", yes=yes)) as engine:
        if shown:
            done = actions.approve_all(engine, _shown_but(engine, but))
        elif said:
            done = _approved_as(engine, names[0], _sentence(engine, names[0]), even_if)
        elif len(names) == 1:
            card = actions.card(engine, names[0])
            known = _asked(card, engine.person, even_if)
            name, rev = card.candidate.id, card.candidate.rev
            done = actions.approve(engine, name, rev=rev, acknowledged=tuple(known))
        else:
            done = actions.approve_all(engine, names)
    _told(engine, "approved", done)


@review.command()
@takes(actions.answer)
@console.yes_option
@output.json_option
def answer(candidate: str, holds: Holds, yes: bool) -> None:
    """Say what two facts are to one another: the same, the newer instead of the older, the older alone, or both.

    Without this, a yes or a no to the card keeps both.
    """
    with open_engine(person=presence.deciding("answer", yes=yes)) as engine:
        done = actions.answer(engine, candidate, holds)
    _told(engine, holds.value, done)


@review.command()
@takes(actions.hold_both, one="FACT", other="FACT")
@console.yes_option
@output.json_option
def both(one: str, other: str, yes: bool) -> None:
    """Answer that two facts are both true: Lore does not ask again, and `lore doctor` stops warning."""
    with open_engine(person=presence.deciding("say that both hold", yes=yes)) as engine:
        done = actions.hold_both(engine, one, other)
    if output.printed(done):
        return
    for fact in done.facts:
        output.line(f"holds {output.short(fact.id)}  {shorten(fact.text, output.width() - 17)}")
    console.undo_hint(engine)


@review.command()
@takes(actions.reject)
@console.needless_yes_option
@output.json_option
def reject(candidates: Sequence[str], reason: str) -> None:
    """Reject what waits: a candidate is not proposed again, what nobody confirmed is archived.

    A fact that rests on what you said or saved stays: `lore archive` puts it away.
    """
    with open_engine(person=presence.turning_down("reject")) as engine:
        done = actions.reject(engine, candidates, reason=reason)
    _told(engine, "rejected", done)


@review.command(cls=TextCommand)
@takes(actions.edit_and_approve, acknowledged="--even-if WARNING | Accept this warning; only for a single card.")
@console.yes_option
@output.json_option
def edit(candidate: str, text: str, acknowledged: Sequence[str], yes: bool) -> None:
    """Approve a candidate with your own wording, which replaces what was proposed; `lore undo` brings that back."""
    with open_engine(person=presence.deciding("approve", yes=yes)) as engine:
        done = _approved_as(engine, candidate, text, acknowledged)
    _told(engine, "approved", done)


def _shown_but(engine: Engine, but: Sequence[str]) -> list[str]:
    """What the list shows of proposals, without those that are named and without questions."""
    _, shown, _ = _waiting(engine, None, False)
    struck = {actions.card(engine, name).candidate.id for name in but}
    return [
        one.id
        for one in (found.candidate for found in actions.proposals(engine, shown))
        if not one.asks and one.id not in struck
    ]


def _sentence(engine: Engine, name: str) -> str:
    """The person's own sentence on a card. Raises a usage error where its words are theirs already."""
    if words := actions.card(engine, name).said:
        return words
    raise console.usage_error(
        f"the card of `{name}` has your own words already", "`lore review edit ID TEXT` takes others"
    )


def _approved_as(engine: Engine, name: str, text: str, even_if: Sequence[str]) -> Decided:
    """Approve a candidate in other words than its own."""
    shown = actions.card(engine, name, text=text)
    known = _asked(shown, engine.person, even_if)
    name, rev = shown.candidate.id, shown.candidate.rev
    return actions.edit_and_approve(engine, name, text, rev=rev, acknowledged=tuple(known))


@review.command()
@takes(actions.merge, into="FACT")
@console.yes_option
@output.json_option
def merge(candidate: str, into: str, yes: bool) -> None:
    """Merge a candidate into a stored FACT that says the same; the fact takes over its evidence."""
    with open_engine(person=presence.deciding("merge", yes=yes)) as engine:
        done = actions.merge(engine, candidate, into)
    _told(engine, "merged into", done)


@review.command()
@takes(actions.snooze, "days", until=f"TIME | Default: in {_SNOOZED}.")
@console.needless_yes_option
@output.json_option
def snooze(candidates: Sequence[str], until: str | None) -> None:
    """Hide what waits for a while."""
    with open_engine(person=presence.turning_down("snooze")) as engine:
        done = actions.snooze(engine, candidates, until=until)
    if output.printed(done):
        return
    for candidate in done.candidates:
        text = shorten(candidate.text, output.width() - 36)
        output.line(f"snoozed until {clock.day(done.until)}: {output.short(candidate.id)}  {text}")
    console.undo_hint(engine)


@review.command()
@takes(actions.rescope)
@click.option("--project", type=PROJECT, help="The project it will apply to; default: that of its fact.")
@console.yes_option
@output.json_option
def rescope(candidate: str, yes: bool, **place: Any) -> None:
    """Set where a candidate will apply: to its project, to you alone in it, or to you everywhere."""
    with open_engine(person=presence.deciding("say where it holds", yes=yes)) as engine:
        done = actions.rescope(engine, candidate, **place)
    if output.printed(done):
        return
    output.line(
        f"holds {actions.where_it_holds(done)}: {output.short(done.id)}  {shorten(done.text, output.width() - 36)}"
    )
    console.undo_hint(engine)


def _asked(shown: ReviewCard, person: Person | None, given: Sequence[str]) -> Collection[str]:
    """The warnings that are acknowledged; where there is somebody to ask, on the whole card."""
    if shown.risky and person is not None and person.way is Way.TERMINAL:
        for line in card_lines(shown):
            console.note(line)
    return knowing(shown, person, given)


def _in_terminal() -> Person:
    """The person that cards and editors are shown to. Raises NeedsPerson without a terminal."""
    presence.refuse_agent("decide on what waits")
    if not console.may_open_app():
        raise NeedsPerson("this asks in a terminal", hint="`lore review list` prints what waits")
    return presence.deciding("decide on what waits")


def _waiting(
    engine: Engine, limit: int | None, whole: bool, *, agents: bool = False, layer: Layer | None = None, **which: Any
) -> tuple[Sequence[str], Sequence[str], Stated]:
    """What waits, what of it is shown, and what agents stated beside it, by project."""
    actions.fill_queue(engine)
    waiting = actions.queue(engine, agents=agents, layer=layer, **which)
    most = None if whole else limit or in_force(engine.store)[SHOWN_FIRST]
    return waiting, waiting[:most], {} if agents or layer else actions.stated_by_agents(engine, **which)


def _refuse_waiting(waiting: Sequence[str]) -> None:
    if waiting:
        count = len(waiting)
        raise NeedsPerson(
            f"{count} candidate{'s wait' if count > 1 else ' waits'} for review", hint="`lore review` opens the queue"
        )


def _list_cards(engine: Engine, first: Sequence[str], more: int, stated: Stated) -> None:
    """Print what waits. more: how many stand behind these. stated: what agents stated, by project."""
    if output.as_json():
        output.json_line(wire.queue((actions.card(engine, name) for name in first), more, stated))
        return
    for proposal in actions.proposals(engine, first):
        one = proposal.candidate
        for line, name in zip_longest(_wrapped(one.text), [output.short(one.id)], fillvalue=""):
            output.line(f"{name:<9} {line}")
        for line in _wrapped(f"“{one_line(proposal.said)}”") if proposal.said else ():
            output.line(f"{'':<9} {line}")
        risks = ", ".join(risk.id for risk in proposal.risks)
        careful = f"careful: {risks}" if risks else ""
        given = "stands already" if proposal.is_given else ""
        parts = (careful, one.because, proposal.day, given, one.layer.value, one.project)
        why = " · ".join(part for part in parts if part)
        for line in _wrapped(why):
            output.line(f"{'':<9} {line}")
    if not first:
        console.note("nothing to review; `lore consolidate` proposes what keeps coming up")
    _tell_rest(engine, more, stated)


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, output.width() - 10, max_lines=MOST_LINES, placeholder="…")


def _tell_rest(engine: Engine, more: int, stated: Stated) -> None:
    """What is not shown, and how to see it: what was left for later, what agents stated, what no model has read."""
    if more:
        console.note(f"{more:,} more, left for later: `--all` shows them")
    for project, ids in stated.items():
        where = f" in {project}" if project else ""
        option = f" --project {shlex.quote(project)}" if project else ""
        console.note(f"{counted(len(ids), 'statement')} of agents{where}: `lore review --agents{option}`")
    if waiting := actions.waiting_for_reader(engine):
        console.note(f"{waiting}: `lore setup` says what that is and what it costs")


def _told(engine: Engine, verb: str, done: Decided) -> None:
    """Print what was decided. Raises NeedsPerson where something was left where it is."""
    if not output.printed(done):
        for decision in done.decisions:
            card = decision.candidate
            both = card.asks and card.replaces and not decision.retired
            said = f"both stay, {output.short(card.replaces)} and" if both and card.replaces else verb
            output.line(f"{said} {output.short(decision.fact.id)}  {shorten(decision.fact.text, output.width() - 22)}")
            for line in actions.aftermath(decision, output.short):
                output.line(f"  {line}")
    console.undo_hint(engine)
    for warning in done.left.values():
        console.warn(warning.message)
    if done.left:
        count = len(done.left)
        raise NeedsPerson(
            f"{count} of {count + len(done.decisions)} left in the queue: what has warnings goes one by one",
            hint="`lore review approve ID` shows its card and asks",
        )
