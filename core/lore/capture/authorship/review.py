"""What was copied from a code review of a program, as its source or as the page shows it.

A review is known by what its page writes round it: who commented and when, badges and comments of the markup, how
severe a finding is, which lines it stands on. The words in it are not asked.
"""

import re
from collections.abc import Sequence

from lore.capture.authorship.lines import Line, paragraph_end, reach_down, reach_up
from lore.capture.quoted import Part

_WHEN = r"(?:\d{1,3} \w{3,8} ago|(?:on )?[A-Z][a-z]{2} \d{1,2}(?:, \d{4})?|just now|yesterday|last \w{4,5}|•.{0,40})"
_BYLINE = (
    rf"[\w.\[\]/-]{{2,60}}(?: (?:bot|AI|\[bot\]))? (?:commented|reviewed|left a comment|left review comments"
    rf"|requested changes|suggested changes|started a review)(?: {_WHEN})?\W{{0,8}}$"
    r"|.{0,60}\breviewed \d{1,4} out of \d{1,4} changed files"
    r"|.{0,60}\bfinished @[\w-]{1,40}['’]s task(?: in \d|\b)"
)
"""Whose comment it is."""
_MARKUP = (
    r"<!--|</?(?:details|summary|sub|blockquote)\b|<h[1-6]>[^<\n]{1,80}</h[1-6]>|.{0,40}!\[[^\]\n]{0,80}\]\(https?://"
    r"|[`~]{3,9}suggestion\b|Suggested change\W{0,4}$|View reviewed changes|.{0,20}\bPrompt for AI Agents\W{0,8}$"
)
_SEVERE = r"(?:critical|blocker|blocking|major|minor|trivial|nit(?:pick)?|high|medium|low|potential issue|P[0-4])"
_SEVERITY = (
    rf"[\W_]{{0,12}}(?:{_SEVERE}[ -](?:severity|priority)[\W_]{{0,12}}$|P[0-4] badge\b)"
    rf"|(?:Severity|Priority|Confidence(?: score)?)\W{{1,6}}(?:{_SEVERE}|\d{{1,3}}(?:/\d{{1,3}}|%))\W{{0,6}}$"
    rf"|[\W_]{{0,8}}[🔴🟠🟡🔵🟢⚪⚠🚨🧹🛠💡🐛❗‼🔥][\W_]{{0,8}}{_SEVERE}(?![a-z])"
    r"|\W{0,4}Actionable comments posted: \d"
)
"""How severe a finding is."""
_PLACE = (
    r"Comment on lines? [+-]?\d|\W{0,6}In @?`?@?[\w./-]{1,200}`? ?(?:around|at|on) lines? \d{1,6} ?(?:-|–|to) ?\d"
    r"|\W{0,4}\[(?:P[0-4]|[Cc]ritical|[Hh]igh|[Mm]edium|[Ll]ow)\].{0,300}[\w)]\.\w{1,5}[:#]L?\d"
)
"""The lines that it stands on."""
_SIGN = re.compile(rf"\s{{0,20}}(?:{_BYLINE}|{_MARKUP}|(?i:{_SEVERITY})|{_PLACE})")
_FOOTER = re.compile(
    r"\s{0,20}(?:</|<sub>|<!-- /|.{0,400}\bPrompt for AI Agents|Suggested change|[`~]{3}|Confidence(?: score)?\W"
    r"|<a href)",
    re.IGNORECASE,
)
"""A sign that stands below what it belongs to."""
_SCALE = re.compile(rf"\s{{0,8}}(?:#{{1,6}} |\*\*)\W{{0,8}}(?P<how>{_SEVERE})\b[^.!?\n]{{0,30}}$", re.IGNORECASE)
"""A heading that names a severity: a review has several of them."""


def review_parts(lines: Sequence[Line]) -> list[Part]:
    """The parts of a message that were copied from a review: from its first sign to its last, and what these two
    announce below them."""
    scale = {place: match["how"].lower() for place, one in enumerate(lines) if (match := _SCALE.match(one.text[:200]))}
    is_scale = len(set(scale.values())) > 1
    signs = [
        place
        for place, one in enumerate(lines)
        if (is_scale and place in scale) or (one.text.strip() and _SIGN.match(one.text[:400]))
    ]
    if not signs:
        return []
    first, last = signs[0], signs[-1]
    start = reach_up(lines, first) if _FOOTER.match(lines[first].text[:400]) else first
    closes = _FOOTER.match(lines[last].text[:400]) or lines[last].text.lstrip().startswith("<!--")
    is_over = closes and (first != last or start != first)
    end = paragraph_end(lines, last) if is_over else reach_down(lines, last)
    return [(lines[start].start, lines[end].end)]
