"""`lore context`, `lore recall` and `lore why`: what an agent is given."""

from typing import Any

import click

from lore import actions, errors, presence
from lore.actions import Brief, BriefItem, Receipt, open_engine
from lore.cli import console, output
from lore.cli.arguments import TextCommand, default_of
from lore.cli.taking import takes
from lore.config import CONTEXT_BUDGET
from lore.text import one_line, shorten

_TITLES = {"rule": "These rules stand:", "decision": "You decided:", "recalled": "Known about it:"}


@click.command()
@takes(actions.context, session="| Show what this session was actually given.")
@click.option("--budget", type=click.IntRange(min=0), metavar="TOKENS", help=f"At most. {default_of(CONTEXT_BUDGET)}")
@output.json_option
def context(project: str | None, session: str | None, budget: int | None, give: bool) -> None:
    """Show what an agent is given when a session starts: what you approved, then a few other rules.

    The others are what you saved, what you stated once for all, and what a model read in your words, each beside your
    own sentence. `lore archive ID` takes a line out for ever; `lore config set context.unapproved 0` all that you did
    not approve. Tainted facts are never given.

    Exits with 3 if there is nothing to show.
    """
    with open_engine() as engine:
        if session and not give and (receipt := actions.receipt(engine, session, project=project)).was_heard_of:
            _show_receipt(receipt)
            return
        given = actions.context(engine, project=project, session=session, budget=budget, give=give)
        key = project or engine.project
        where = f"in `{key}`" if key else "everywhere"
        _show(given, f"nothing holds {where} yet: `lore project list` shows the projects that have facts")


@click.command(cls=TextCommand)
@takes(actions.recall, prompt="[TEXT|-]", session="| The session it is for; it is never given the same thing twice.")
@output.json_option
def recall(prompt: str | None, **given_to: Any) -> None:
    """Show the few facts that help with a prompt; often none. `-` reads it from stdin.

    Exits with 3 if nothing is certain enough to help. `lore search` shows everything similar.
    """
    if prompt is None and presence.terminal_here():
        raise console.usage_error("the prompt is missing", '`lore recall "what you ask the agent to do"`')
    prompt = console.read_stdin() if prompt is None or prompt == "-" else prompt
    with open_engine() as engine:
        given = actions.recall(engine, prompt, **given_to)
        _show(given, "nothing is certain enough to help: `lore search` shows everything similar")


@click.command()
@takes(actions.why, project="| The project of the session; default: that of the fact, or this folder.")
@output.json_option
def why(fact: str, project: str | None) -> None:
    """Explain why a session starts with a fact, or does not.

    If rules of two layers disagree, shows both, and which one wins or that both stand.
    """
    with open_engine() as engine:
        standing = actions.why(engine, fact, project=project)
    if output.printed(standing):
        return
    output.lines(output.style(standing.fact.text, bold=True))
    output.line(f"{'given' if standing.given else 'not given'}: {standing.why} (layer {standing.fact.layer.value})")
    for meeting in standing.meets:
        sign = "says the same" if meeting.same else "says otherwise"
        place = f"{output.short(meeting.fact.id)} (layer {meeting.fact.layer.value})"
        end = "wins" if meeting.wins else "stands too" if meeting.stands else "gives way"
        output.line(f"{place} {sign} and {end}: {one_line(meeting.fact.text)}")


def _show_receipt(found: Receipt) -> None:
    """Print what a session was given, why, what it cost, and what reading the sources would have cost."""
    if output.printed(found):
        return
    if not found.items:
        output.line(f"session {found.session} was given nothing")
        return
    for one in found.items:
        mark = "  taken up" if one.taken_up else ""
        output.line(f"{one.item.line}  {_named(one.item)}")
        output.line(f"  {one.why}, {one.item.tokens} tokens{mark}")
    verb = "would have been given" if found.withheld else "given"
    output.line(f"{verb} {found.tokens} tokens; the messages they rest on have {found.message_tokens:,},")
    output.line(f"their whole sessions {found.session_tokens:,}")


def _show(given: Brief, nothing: str) -> None:
    """Print what is given. nothing: what to tell who is given nothing. Raises Exit with the code for nothing found."""
    if not output.printed(given):
        section = None
        for item in given.items:
            if item.section is not section:
                section = item.section
                output.line(_TITLES[section])
            output.line(f"{item.line}  {_named(item)}")
        for left in given.left_out:
            console.note(f"left out: {shorten(left.text, output.width(60))} ({left.why})")
    if given.said:
        console.note(given.said)
    if any(item.section == "rule" for item in given.items):
        console.note("`lore archive ID` takes a line out: no agent is given it again")
    if not given.items:
        console.note(nothing)
        raise click.exceptions.Exit(errors.NotFound.exit_code)


def _named(item: BriefItem) -> str:
    """The id of an item, and how much it counts."""
    return output.style(" ".join((output.short(item.id), *([item.band.value] if item.band else []))), dim=True)
