"""What was copied from a terminal: from a prompt on it is the shell's, and so are lines that only a program draws.

Certain by structure, so no likelihood is asked. Where output ends that no prompt closes, nobody can tell: the last
paragraph of a message is left to who judges by looks.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from lore.language import FENCED, Part

_MOST_LABELS, _LABEL = 4, 160
"""Lines of a label, and characters of each."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line without its end."""

    start: int
    end: int
    text: str
    """Empty where a fence stands: what is in it reaches nothing outside."""


def lines_of(text: str) -> list[Line]:
    """The lines in order; the first one of a fence keeps its words."""
    fences = [match.span() for match in FENCED.finditer(text)]
    found: list[Line] = []
    start, fence = 0, 0
    for line in text.split("\n"):
        while fence < len(fences) and fences[fence][1] <= start:
            fence += 1
        inside = fence < len(fences) and fences[fence][0] < start
        found.append(Line(start, start + len(line), "" if inside else line))
        start += len(line) + 1
    return found


def reach_down(lines: Sequence[Line], sign: int) -> int:
    """The last line of what the last sign of a paste announces: its paragraph, the first one below that says anything
    where this one is a label, and all further ones but the last of the message: that may say what is thought of it."""
    end = paragraph_end(lines, sign)
    starts = [place for place in range(end + 1, len(lines)) if _begins(lines, place)]
    at, label = sign, _is_label(lines, sign)
    while label and starts:
        at = starts.pop(0)
        end, label = paragraph_end(lines, at), _is_label(lines, at)
    return starts[-1] - 1 if len(starts) > 1 else end


def reach_up(lines: Sequence[Line], sign: int) -> int:
    """The first line of what the first sign ends, where it is a footer: all above it but the first paragraph."""
    starts = [place for place in range(sign + 1) if _begins(lines, place)]
    return starts[1] if len(starts) > 2 else paragraph_start(lines, sign)


def paragraph_start(lines: Sequence[Line], place: int) -> int:
    """The first line of the paragraph that a line stands in."""
    while place and lines[place - 1].text.strip():
        place -= 1
    return place


def paragraph_end(lines: Sequence[Line], place: int) -> int:
    """The last line of the paragraph that a line stands in."""
    while place + 1 < len(lines) and lines[place + 1].text.strip():
        place += 1
    return place


def _begins(lines: Sequence[Line], place: int) -> bool:
    return bool(lines[place].text.strip()) and not (place and lines[place - 1].text.strip())


def _is_label(lines: Sequence[Line], start: int) -> bool:
    """Whether a paragraph says nothing itself from a line on: a few lines, none of which ends like a sentence."""
    told = [line.text.strip() for line in lines[start : paragraph_end(lines, start) + 1]]
    return len(told) <= _MOST_LABELS and not any(line.endswith((".", "!", "?")) or len(line) > _LABEL for line in told)


_COLOUR = r"(?:(?:\x1b|\^\[|␛)\[[\d;?]{0,20}[A-Za-z]|\[(?:\d{1,3};){0,5}\d{1,3}m(?!\]))"
_COLOURED = re.compile(_COLOUR)
_BEFORE = r"\s{0,8}(?:\([\w./@ -]{1,40}\)\s{1,2})?(?:\[?\d\d:\d\d(?::\d\d)?\]?\s{1,2})?"
"""A virtual environment and the time, which stand before many prompts."""
_PROMPT = re.compile(
    rf"{_BEFORE}(?:"
    r"[\w.-]{1,40}@[\w.-]{1,60}:[^\s$#%>]{0,200} ?[$#%>](?= |$)"  # anna@box:~/shop$
    r"|[\w.-]{1,40}@[\w-]{1,60}(?:\.local)? [~/]?[\w./~-]{0,200}"
    r"(?: \([^()\n]{1,80}\))? ?[$#%>](?= |$)"  # anna@box shop %
    r"|[\w.-]{1,40}@[\w.-]{1,60} MINGW\d\d \S.{0,200}$"  # git bash
    r"|\[[^\]@\s]{1,40}@[^\]\n]{1,120}\] ?[$#%>](?= |$)"  # [anna@box shop]$
    r"|PS (?:[A-Z]:\\|[/~])[^<>|\n]{0,200}>|[A-Z]:\\[^<>|\n]{0,200}>"  # PowerShell, cmd
    r"|(?:[~/][\w./~-]{0,200}) [#$%](?= |$)"  # /app #
    r"|[➜❯›λ] {1,2}\S|[╰└]─{1,3}[$❯➤>#λ](?= |$)|[╭┌]─{1,3}\S"  # themes
    r"|>>> \S|In \[\d{1,5}\]:(?= |$)|[\w.()-]{1,40}[=-]# \S|[\w.]{2,30}> \S|\((?:i?pdb|Pdb|gdb|lldb|dlv)\) \S"
    r"|\$ (?=[A-Za-z./~_'\"(])|% (?=[a-z./~]))"
)
"""How a line begins on which somebody is asked for a command, or gave one."""
_BARE = re.compile(r"[^\n]{0,200}(?:[$#%>❯➜λ]|In \[\d{1,5}\]:)\s{0,4}$|\s{0,8}[$%❯➜]\s{0,4}$")
"""A prompt without a command: what stands above it is over."""
_DRAWN = re.compile(
    r"\s{0,40}(?:[│├└┌╭╰┃║╔╚┗┏┣⎿⏺●✦✻✶✢✳]|\[?(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d[\].,Z+\s]"
    r"|\[(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL)\]\s"
    r"|at \S.{0,300}[(:]\d+\)?$|File \"[^\"]+\", line \d|Traceback \(|Caused by: [\w.$]+:|Exception in thread "
    r"|(?:[\w.]{1,200}\.)?\w{2,60}(?:Error|Exception): |\d{1,6}:\d{1,6}\s{1,9}(?:error|warning)\s"
    r"|--> \S+:\d|= (?:help|note): |\d{0,6} {1,3}\|(?: |$)|[\w.-]{1,40}-\d{1,4} {1,20}\| |[\w.-]{1,40} {2,20}\| "
    r"|diff --git |@@ -\d|(?:---|\+\+\+) [ab]/"
    r"|[\w./\\@-]{1,200}\.\w{1,5}(?:\(\d+,\d+\)|:\d+(?::\d+)?)(?::| -) "
    r"(?:(?:fatal )?error|warning|note|[A-Z]{1,4}\d{2,5}|\w{1,40}(?:Warning|Error))\b"
    r"|#\d{1,3} (?:\[|\d+\.\d)|=> (?:\[|CACHED|ERROR)|(?:remote|fatal): |npm (?:ERR!|WARN|notice) "
    r"|npm (?:error|warn) (?:[A-Z]|code |deprecated |path )|E {3,8}\S)"
)
"""How a line begins that only a program draws: boxes, logs, stack traces, the marks of an agent's own window."""
_SAID = re.compile(r"\s{0,8}[⏺●✦]\s|\s{0,40}⎿")
"""An agent's words or a tool's, in its own window: what is indented below them is theirs too."""
_DIFF = re.compile(r"\s{0,40}(?:diff --git |@@ -\d)")
_FRAME = re.compile(r"\s{0,40}(?:at \S.{0,300}[(:]\d+\)?$|File \"[^\"]+\", line \d|--> \S+:\d)")
_PANIC = re.compile(r".{0,200} panicked at \S{1,300}:\d+:$")
_COMMIT = re.compile(r"commit [0-9a-f]{40}\b")
_OF_COMMIT = re.compile(r"\s{4}|\w{1,20}:\s|\s*$")
_WINDOW = re.compile(r"\s{0,8}(?:[⏺●✦]\s|─ Worked for )|\s{0,40}⎿", re.MULTILINE)
_STEP, _BELOW = re.compile(r"\s{0,8}•\s"), re.compile(r"\s{0,40}[└│⎿]")
"""A step of an agent that drew a branch below it."""


def terminal_parts(lines: Sequence[Line]) -> list[Part]:
    """The parts of a message that were copied from a terminal."""
    return [*_shells(lines), *_drawn(lines)]


def _shells(lines: Sequence[Line]) -> list[Part]:
    """From the first prompt to the last one, and what the last command printed: its paragraph, and all below it but
    the last one. A prompt without a command ends it."""
    prompts = [place for place, line in enumerate(lines) if _PROMPT.match(_plain(line.text))]
    if not prompts:
        return []
    last = next((n for n in range(len(lines) - 1, prompts[0], -1) if _BARE.fullmatch(_plain(lines[n].text))), None)
    first = prompts[0]
    if last is not None and last >= prompts[-1]:
        return [(lines[first].start, lines[last].end)]
    end = _end_of_output(lines, prompts[-1])
    return [(lines[first].start, lines[end].end)]


def _end_of_output(lines: Sequence[Line], prompt: int) -> int:
    """The last line that a command printed, where no prompt closes it."""
    end = paragraph_end(lines, prompt)
    starts = [n for n in range(end + 1, len(lines)) if lines[n].text.strip() and not lines[n - 1].text.strip()]
    return starts[-1] - 1 if len(starts) > 1 else end


def _drawn(lines: Sequence[Line]) -> list[Part]:
    found: list[Part] = []
    pairs = list(zip(lines, [*(one.text for one in lines[1:]), ""], strict=True))
    is_window = any(_WINDOW.match(one.text) or (_STEP.match(one.text) and _BELOW.match(below)) for one, below in pairs)
    for place, (line, below) in enumerate(pairs):
        text = line.text
        if _COLOURED.search(text) or _DRAWN.match(text) or (is_window and _STEP.match(text)):
            end = _end_of_drawn(lines, place)
            found.append((line.start, lines[end].end))
        elif text.strip() and _FRAME.match(below):  # what was raised stands above where
            found.append((line.start, line.end))
        elif _PANIC.match(text) and place + 1 < len(lines):
            found.append((line.start, lines[place + 1].end))
        elif _COMMIT.match(text):
            end = next((n for n in range(place + 1, len(lines)) if not _OF_COMMIT.match(lines[n].text)), len(lines))
            found.append((line.start, lines[end - 1].end))
    return found


def _end_of_drawn(lines: Sequence[Line], place: int) -> int:
    """The last line that belongs to a drawn one."""
    text = lines[place].text
    if _DIFF.match(text):
        return paragraph_end(lines, place)
    if not (_SAID.match(text) or _STEP.match(text)):
        return place
    depth, end = len(text) - len(text.lstrip()), place
    for number in range(place + 1, len(lines)):
        below = lines[number].text
        if below.strip():
            if len(below) - len(below.lstrip()) <= depth:
                break
            end = number
    return end


def _plain(text: str) -> str:
    return _COLOURED.sub("", text[:400])


# What was copied from a code review of a program, as its source or as the page shows it


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
