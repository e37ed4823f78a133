"""`lore facts` and `lore show`: looking at facts."""

from typing import Any

import click

from lore import actions, clock, wire
from lore.actions import Explained, FactView, open_engine
from lore.brief import brief
from lore.cli import console, output
from lore.cli.taking import takes
from lore.errors import NotFound
from lore.model import CAME, Fact, Link, LinkKind
from lore.text import counted, shorten

_LINKS = {
    (LinkKind.SUPERSEDES, True): "replaces",
    (LinkKind.SUPERSEDES, False): "replaced by",
    (LinkKind.DERIVED_FROM, True): "made from",
    (LinkKind.DERIVED_FROM, False): "part of",
    (LinkKind.CONTRADICTS, True): "contradicts",
    (LinkKind.CONTRADICTS, False): "contradicts",
    (LinkKind.COMPATIBLE, True): "holds beside",
    (LinkKind.COMPATIBLE, False): "holds beside",
    (LinkKind.NARROWS, True): "narrows",
    (LinkKind.NARROWS, False): "narrowed by",
    (LinkKind.LEANS_ON, True): "leans on",
    (LinkKind.LEANS_ON, False): "leant on by",
    (LinkKind.RELATED, True): "related to",
    (LinkKind.RELATED, False): "related to",
}
_NO_FACT = "no active fact yet: `lore add` saves one, `lore capture` reads transcripts"


@click.command()
@takes(
    actions.list_facts,
    kinds="| Only of this kind.",
    statuses="| Default: active facts.",
    tags="| Only with this tag.",
    tainted="| Only unconfirmed facts.",
    pinned="| Only what is pinned.",
    approved="| Only what you approved.",
)
@output.listing_options
def facts(limit: int, **which: Any) -> None:
    """List facts, newest first. `lore search` finds them by their words."""
    with open_engine() as engine:
        fact_list = actions.list_facts(engine, limit=limit, **which)
        if output.as_json():
            views = actions.fact_views(engine, [fact.id for fact in fact_list.facts])
            output.json_line(wire.fact_list(views, fact_list.unconfirmed))
    if not output.as_json():
        for fact in fact_list.facts:
            output.line(row(fact, fact_list.strengths[fact.id]))
    console.tell_damage()
    for note in actions.unconfirmed_note(fact_list.unconfirmed):
        console.note(note)
    if not fact_list.facts:
        asked = any(which.values())
        console.note("no fact meets all these conditions: `lore facts` lists the active ones" if asked else _NO_FACT)
        raise click.exceptions.Exit(NotFound.exit_code)


@click.command()
@takes(actions.show)
@click.option("--explain", is_flag=True, help="Show what its strength is made of, under the policy in force.")
@output.json_option
def show(fact: str, explain: bool) -> None:
    """Show one fact: what it says, its evidence, and what it replaced."""
    with open_engine() as engine:
        view = actions.show(engine, fact)
        explained = actions.explain_strength(engine, view.fact.id)
    if output.as_json():
        told = {"explain": wire.of(explained)} if explain else {}
        output.json_line({**wire.of(view), **told})
    else:
        _show(view, explained, explain=explain)


def row(fact: Fact, strength: float | None = None) -> str:
    """One fact on one line."""
    signs = "".join(sign for sign, there in (("✓", fact.approved_at), ("^", fact.pinned), ("!", fact.tainted)) if there)
    value = f"{strength:5.2f} {fact.band.value:<9} " if strength is not None else ""
    head = f"{output.short(fact.id):<9} {value}{fact.kind.value:<11}{signs:<2}"
    return f"{head} {brief(fact.text, max(20, output.width() - len(head) - 1))}"


def _show(view: FactView, explained: Explained, *, explain: bool) -> None:
    output.lines(output.style(view.fact.text, bold=True))
    output.line()
    for label, value in _fields(view):
        output.line(f"{label:<11} {value}")
        if label == "strength":
            for line in (_fades(explained), *(_explained(explained) if explain else [])):
                output.line(f"{'':<11} {line}")
    for item in view.evidence:
        place = ", ".join(part for part in (item.role.value, item.agent, item.session, clock.day(item.at)) if part)
        output.line(f"{'said':<11} “{shorten(item.quote, 300)}”")
        output.line(f"{'':<11} {place}")
    if view.stale:
        output.line(f"{'stale':<11} {view.stale}: no agent is given it")
    for doubt in view.doubts:
        words = f": “{shorten(doubt.words, 200)}”" if doubt.words else ""
        output.line(f"{'outdated?':<11} contradicted on {clock.day(doubt.at)}, in session {doubt.session}{words}")
    if view.doubts:
        output.line(f"{'':<11} `lore confirm {output.short(view.fact.id)}` where it still holds")
    for link, other in view.linked:
        output.line(_link(view.fact, link, other))


def _fades(found: Explained) -> str:
    if found.fades_at is None:
        return "never falls below the floor"
    if found.faded:
        return "it is below the floor: it has faded"
    return f"falls below the floor on {clock.day(found.fades_at)} unless it is said or used again"


def _explained(found: Explained) -> list[str]:
    product = " × ".join(f"{name} {value:.3f}" for name, value in found.parts.items())
    lines = [f"{product} = {found.strength:.3f}  (policy {found.policy})"]
    lines.append(f"a search multiplies its relevance with {found.weight:.3f}")
    return [*lines, "it has faded: a consolidation archives it after its days of grace"] if found.faded else lines


def _fields(view: FactView) -> list[tuple[str, str]]:
    fact, usage = view.fact, view.usage
    flags = [name for name, there in (("pinned", fact.pinned), ("tainted", fact.tainted)) if there]
    standing = f"approved {fact.approved_at}" if fact.approved_at else fact.status.value
    used = f"used {counted(usage.accesses, 'time')} in {counted(usage.sessions, 'session')}"
    last = usage.reinforced_at or fact.created_at
    pairs = [
        ("id", fact.id),
        ("kind", f"{fact.kind.value}, {fact.tier.value}"),
        ("status", ", ".join((standing, *flags, *([CAME[fact.origin]] if fact.origin else [])))),
        ("holds for", f"{fact.layer.value}{f' {fact.project}' if fact.project else ''}"),
        ("strength", f"{view.strength:.2f} (confidence {fact.confidence:.2f}, {fact.band.value}, {used}, last {last})"),
    ]
    optional = {
        "wrong": fact.wrong,
        "right": fact.right,
        "problem": fact.problem,
        "solution": fact.solution,
        "because": fact.because,
        "concepts": ", ".join(fact.concepts),
        "files": ", ".join(fact.files),
        "tags": ", ".join(fact.tags),
        "happened": fact.happened_at,
        "expires": fact.expires_at,
    }
    return pairs + [(label, value) for label, value in optional.items() if value]


def _link(fact: Fact, link: Link, other: Fact) -> str:
    outgoing = link.source == fact.id
    return f"{_LINKS[link.kind, outgoing]:<11} {output.short(other.id)}  {shorten(other.text, output.width() - 24)}"
