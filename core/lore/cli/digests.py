"""`lore digest`: what sessions, weeks and months came to, in a page each."""

from typing import Any

import click

from lore.actions import list_digests, open_engine, show_digest
from lore.cli import console, output
from lore.cli.short_ids import short
from lore.cli.taking import takes
from lore.model import Digest, DigestSpan
from lore.text import shorten


@click.command("list")
@takes(list_digests, span="| Only digests of sessions, weeks or months.")
@output.listing_options
def list_command(**which: Any) -> None:
    """List digests, newest first."""
    with open_engine() as engine:
        listed = list_digests(engine, **which)
        if output.printed(listed):
            return
        if not listed.digests:
            console.note("no digest yet: `lore consolidate` writes them")
        for one in listed.digests:
            head = f"{short(one.id):<10} {_title(one):<22} "
            first = next((line.text for line in one.told()), "")
            output.line(f"{head}{shorten(first, max(20, output.width() - len(head)))}")


digest = output.group_of(
    list_command,
    "digest",
    """List digests of sessions, weeks and months, newest first; `lore digest show ID` shows one.

    Consolidation writes them: for each session that ended, for a week seven days later, for a month thirty days
    later. `lore search --in digests` searches them. What agents said is marked as unconfirmed.
    """,
)


@digest.command()
@takes(show_digest)
@output.json_option
def show(digest: str) -> None:
    """Show one digest, by its id or its session's, with the source of each line."""
    with open_engine() as engine:
        found = show_digest(engine, digest)
        if output.printed(found):
            return
        output.line(output.style(_title(found), bold=True))
        output.line("  ".join(part for part in (short(found.id), found.session, found.project) if part))
        heading = None
        for line in sorted(found.told(), key=lambda one: found.text.index(f"{one.heading.capitalize()}:")):
            if line.heading is not heading:
                heading = line.heading
                output.line()
                output.line(output.style(heading, bold=True))
            whence = "" if line.source == found.session else f"  {short(line.source)}"
            output.line(f"- {'(unconfirmed) ' if line.tainted else ''}{line.text}{whence}")


def _title(one: Digest) -> str:
    return f"{one.span.value} of {one.starts_at[:7] if one.span is DigestSpan.MONTH else one.starts_at[:10]}"
