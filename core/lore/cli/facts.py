"""`lore facts` and `lore show`: looking at facts."""

from collections.abc import Sequence

import click

from lore.cli import console, output
from lore.cli.arguments import fact_id
from lore.cli.short_ids import short
from lore.errors import NotFound
from lore.memory import Explained, explained, strengths
from lore.model import Fact, Kind, Layer, Link, LinkKind, PassageType, Status, Usage
from lore.store import FactFilter, Store, open_store
from lore.text import shorten

_LINKS = {
    (LinkKind.SUPERSEDES, True): "replaces",
    (LinkKind.SUPERSEDES, False): "replaced by",
    (LinkKind.DERIVED_FROM, True): "made from",
    (LinkKind.DERIVED_FROM, False): "part of",
    (LinkKind.CONTRADICTS, True): "contradicts",
    (LinkKind.CONTRADICTS, False): "contradicts",
    (LinkKind.COMPATIBLE, True): "holds beside",
    (LinkKind.COMPATIBLE, False): "holds beside",
    (LinkKind.RELATED, True): "related to",
    (LinkKind.RELATED, False): "related to",
}


@click.command()
@click.option("--kind", multiple=True, type=click.Choice([kind.value for kind in Kind]), help="Only of this kind.")
@click.option(
    "--status", multiple=True, type=click.Choice([status.value for status in Status]), help="Default: active facts."
)
@click.option("--tag", multiple=True, help="Only with this tag.")
@click.option("--tainted", is_flag=True, default=None, help="Only what no person vouches for.")
@click.option("--pinned", is_flag=True, default=None, help="Only what is pinned.")
@click.option("--approved", is_flag=True, default=None, help="Only conventions.")
@output.listing_options
def facts(
    kind: Sequence[str],
    status: Sequence[str],
    tag: Sequence[str],
    tainted: bool | None,
    pinned: bool | None,
    approved: bool | None,
    as_json: bool,
    limit: int,
    project: str | None,
    layer: str | None,
) -> None:
    """List facts, newest first. `lore search` finds them by their words."""
    wanted = FactFilter(
        kinds=tuple(Kind(name) for name in kind),
        statuses=tuple(Status(name) for name in status) or (Status.ACTIVE,),
        layers=(Layer(layer),) if layer else (),
        projects=(project,) if project else None,
        tags=tuple(tag),
        tainted=tainted,
        pinned=pinned,
        approved=approved,
    )
    with open_store() as store:
        found = store.facts.select(wanted, limit=limit)
        values = strengths(store, found)
        if as_json:
            from lore.transfer import fact_objects

            output.json_line({"facts": list(fact_objects(store, found))})
    if not as_json:
        for fact in found:
            output.line(row(fact, values[fact.id]))
    console.tell_damage()
    if not found:
        raise NotFound("no facts are like that", hint="`lore facts --status archived` shows what was put away")


@click.command()
@click.argument("name", metavar="ID")
@click.option("--explain", is_flag=True, help="Show what its strength is made of, under the policy in force.")
@output.json_option
def show(name: str, explain: bool, as_json: bool) -> None:
    """Show one fact: what it says, what it rests on, what it replaced."""
    if PassageType.CHUNK.marks(name):
        raise NotFound(f"`{name}` is a part of a document, no fact", hint=f"`lore docs show {name}` shows it")
    with open_store() as store:
        fact = store.facts.get(fact_id(store, name))
        if as_json:
            from lore.transfer import fact_objects

            more = {"explain": _explain_as_json(explained(store, fact))} if explain else {}
            output.json_line({**next(fact_objects(store, [fact])), **more})
        else:
            _show(store, fact, explain=explain)


def row(fact: Fact, strength: float | None = None) -> str:
    """One fact on one line."""
    signs = "".join(sign for sign, there in (("✓", fact.approved_at), ("^", fact.pinned), ("!", fact.tainted)) if there)
    value = f"{strength:5.2f} " if strength is not None else ""
    head = f"{short(fact.id):<9} {value}{fact.kind.value:<11}{signs:<2}"
    return f"{head} {shorten(fact.text, max(20, output.width() - len(head) - 1))}"


def _show(store: Store, fact: Fact, *, explain: bool) -> None:
    usage = store.facts.usage([fact.id])[fact.id]
    output.line(output.style(fact.text, bold=True))
    output.line()
    for label, value in _fields(fact, usage, strengths(store, [fact])[fact.id]):
        output.line(f"{label:<11} {value}")
        if explain and label == "strength":
            for line in _explained(explained(store, fact)):
                output.line(f"{'':<11} {line}")
    for item in store.facts.evidence([fact.id])[fact.id]:
        place = ", ".join(part for part in (item.role.value, item.agent, item.session, (item.at or "")[:10]) if part)
        output.line(f"{'said':<11} “{shorten(item.quote, 300)}”")
        output.line(f"{'':<11} {place}")
    for link in store.facts.links(fact.id):
        output.line(_link(store, fact, link))


def _explained(found: Explained) -> list[str]:
    product = " × ".join(f"{name} {value:.3f}" for name, value in found.parts.items())
    lines = [f"{product} = {found.strength:.3f}  (policy {found.policy})"]
    lines.append(f"a search multiplies its relevance with {found.weight:.3f}")
    return [*lines, "it has faded: a consolidation archives it after its days of grace"] if found.faded else lines


def _explain_as_json(found: Explained) -> dict[str, object]:
    return {
        "policy": found.policy,
        "parts": {name: round(value, 6) for name, value in found.parts.items()},
        "weight": round(found.weight, 6),
        "faded": found.faded,
    }


def _fields(fact: Fact, usage: Usage, strength: float) -> list[tuple[str, str]]:
    flags = [name for name, there in (("pinned", fact.pinned), ("tainted", fact.tainted)) if there]
    standing = f"approved {fact.approved_at}" if fact.approved_at else fact.status.value
    said = f"{usage.sessions} session{'s' * (usage.sessions != 1)}, last {usage.reinforced_at or fact.created_at}"
    pairs = [
        ("id", fact.id),
        ("kind", f"{fact.kind.value}, {fact.tier.value}"),
        ("status", ", ".join((standing, *flags))),
        ("holds for", f"{fact.layer.value}{f' {fact.project}' if fact.project else ''}"),
        ("strength", f"{strength:.2f} (confidence {fact.confidence:.2f}, used {usage.accesses} times in {said})"),
    ]
    optional = {
        "wrong": fact.wrong,
        "right": fact.right,
        "problem": fact.problem,
        "solution": fact.solution,
        "concepts": ", ".join(fact.concepts),
        "files": ", ".join(fact.files),
        "tags": ", ".join(fact.tags),
        "happened": fact.happened_at,
        "expires": fact.expires_at,
    }
    return pairs + [(label, value) for label, value in optional.items() if value]


def _link(store: Store, fact: Fact, link: Link) -> str:
    outgoing = link.source == fact.id
    other = store.facts.get(link.target if outgoing else link.source)
    return f"{_LINKS[link.kind, outgoing]:<11} {short(other.id)}  {shorten(other.text, output.width() - 24)}"
