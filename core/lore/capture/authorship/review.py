"""What was copied from a code review of a program, as its source or as the page shows it.

A review is known by what its page writes round it: who commented and when, badges and comments of the markup, how
severe a finding is, which lines it stands on. The words in it are not asked.
"""

import re
from collections.abc import Sequence

from lore.capture.authorship.lines import Line, paragraph_end, reach_down, reach_up
from lore.language import Part

_WHEN = r"(?:\d{1,3} \w{3,8} ago|(?:on )?[A-Z][a-z]{2} \d{1,2}(?:, \d{4})?|just now|yesterday|last \w{4,5}|•.{0,40})"
_DID = (
    r"(?:commented|reviewed|left a comment|left review comments|requested changes|suggested changes|started a review)"
    r"(?: on behalf of [\w-]{1,40})?"
)
_BYLINE = (
    rf"[\w.\[\]/-]{{2,60}}(?:(?: bot| AI|\[bot\]) {_DID}(?: {_WHEN})?| {_DID} {_WHEN})\W{{0,8}}$"
    r"|@?[\w.-]{2,40}\[bot\]\W{0,6}$"
    r"|.{0,60}\breviewed \d{1,4} out of \d{1,4} changed files"
    r"|.{0,60}\bfinished @[\w-]{1,40}['’]s task(?: in \d|\b)"
)
"""Whose comment it is."""
_MARKUP = (
    r"<!--|</?(?:details|summary|sub|blockquote)\b|<h[1-6]>[^<\n]{1,80}</h[1-6]>"
    r"|.{0,40}!\[[^\]\n]{0,80}\]\(https?://[^)\n]{1,200}(?:\.svg|/badge)|.{0,40}\[!\["
    r"|</?(?:table|tr|td)\b|\*\*(?:issue|suggestion|nitpick|praise)(?: \([^()\n]{1,60}\))?:\*\*"
    r"|[`~]{3,9}suggestion\b|Suggested change\W{0,4}$|View reviewed changes|.{0,20}\bPrompt for AI Agents\W{0,8}$"
)
_SEVERE = r"(?:critical|blocker|blocking|major|minor|trivial|nit(?:pick)?|high|medium|low|potential issue|P[0-4])"
_SEVERITY = (
    rf"[\W_]{{0,12}}(?:{_SEVERE} severity[\W_]{{0,12}}$|P[0-4] badge\b)"
    r"|Confidence score\W{1,6}\d{1,3}/\d{1,3}\W{0,6}$"
    rf"|[\W_]{{0,8}}[🔴🟠🟡🔵🟢⚪⚠🚨🧹🛠💡🐛❗‼🔥][\W_]{{0,8}}{_SEVERE}(?![a-z])"
    r"|\W{0,4}Actionable comments posted: \d"
)
"""How severe a finding is."""
_PLACE = (
    r"Comment on lines? [+-]?\d|\W{0,6}In `?@[\w./-]{1,200}`?:$"
    r"|\W{0,6}In @?`?@?[\w./-]{1,200}`? ?(?:around|at|on) lines? \d{1,6} ?(?:-|–|to) ?\d"
    r"|\W{0,4}\[(?:P[0-4]|[Cc]ritical|[Hh]igh|[Mm]edium|[Ll]ow)\].{0,300}[\w)]\.\w{1,5}[:#]L?\d"
)
"""The lines that it stands on."""
_SIGN = re.compile(rf"\s{{0,20}}(?:{_BYLINE}|{_MARKUP}|(?i:{_SEVERITY})|{_PLACE})")
_FOOTER = re.compile(
    r"\s{0,20}(?:</|<sub>|<!-- /|.{0,400}\bPrompt for AI Agents|Suggested change|[`~]{3}|Confidence score\W"
    r"|<a href)",
    re.IGNORECASE,
)
"""A sign that stands below what it belongs to."""
_CLOSES = re.compile(r"\s{0,20}(?:<!--|\W{0,4}\[P[0-4]\])")
"""A sign that nothing further needs to stand below, as the last of several."""
_SCALE = re.compile(rf"\s{{0,8}}(?:#{{1,6}} |\*\*)\W{{0,8}}(?P<how>{_SEVERE})\b[^.!?\n]{{0,30}}$", re.IGNORECASE)
"""A heading that names a severity: a review has several of them."""

_NUMBERED = re.compile(r"[\w/]\.\w{1,5}[:#]L?\d")
"""A line of a file, which what a review found stands on."""
_SECTION = re.compile(
    r"\s{0,8}(?:#{1,6} |\*\*).{0,60}"
    r"\b(?:review|overview|summary|findings?|feedback|verdict|suggestions?|issues?|concerns?)\b[^.!?\n]{0,30}$",
    re.IGNORECASE,
)
"""A heading as reviews have them, which counts beside a sign alone."""
_SPLIT = (
    (re.compile(r"\s{0,8}@?[\w.-]{2,40} (?:AI|[bB]ot)\W{0,6}"), re.compile(rf"\s{{0,8}}(?:{_WHEN}|{_DID})\s*")),
    (re.compile(r"\s{0,8}(?:Path|File): \S{1,200}"), re.compile(r"\s{0,8}Lines?: \d{1,6}(?:[:–-]\d{1,6})?\s*")),
)


def review_parts(lines: Sequence[Line]) -> list[Part]:
    """The parts of a message that were copied from a review: from its first sign to its last, and what these two
    announce below them."""
    scale = {place: match["how"].lower() for place, one in enumerate(lines) if (match := _SCALE.match(one.text[:200]))}
    is_scale = len(set(scale.values())) > 1 and any(_NUMBERED.search(one.text[:400]) for one in lines)
    signs = [
        place
        for place, one in enumerate(lines)
        if (is_scale and place in scale)
        or (one.text.strip() and _SIGN.match(one.text[:400]))
        or _is_split(lines, place)
    ]
    if not signs:
        return []
    signs = sorted({*signs, *(place for place, one in enumerate(lines) if _SECTION.match(one.text[:200]))})
    first, last = signs[0], signs[-1]
    start = reach_up(lines, first) if _FOOTER.match(lines[first].text[:400]) else first
    closes = _FOOTER.match(lines[last].text[:400]) or _CLOSES.match(lines[last].text[:400])
    is_over = closes and (first != last or start != first)
    end = paragraph_end(lines, last) if is_over else reach_down(lines, last)
    return [(lines[start].start, lines[end].end)]


def _is_split(lines: Sequence[Line], place: int) -> bool:
    """Whether a line and the one below it together are a sign: a name and when, a path and a line number."""
    below = lines[place + 1].text if place + 1 < len(lines) else ""
    return any(one.fullmatch(lines[place].text[:200]) and other.fullmatch(below[:200]) for one, other in _SPLIT)
