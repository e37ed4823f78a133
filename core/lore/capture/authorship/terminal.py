"""What was copied from a terminal: from a prompt on it is the shell's, and so are lines that only a program draws.

Certain by structure, so no likelihood is asked. Where output ends that no prompt closes, nobody can tell: the last
paragraph of a message is left to who judges by looks.
"""

import re
from collections.abc import Sequence

from lore.capture.authorship.lines import Line, paragraph_end
from lore.language import Part

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
