"""What Lore itself printed, quoted in a message: looked at by people and agents, never learnt again.

A person pastes what `lore search` or `lore show` printed. Taken for new statements, each recall would strengthen what
it recalled. Output is told by its shape: ids, columns, JSON with our schema, frames. A paragraph that holds such a
line goes whole.
"""

import re

QUESTION = "<lore-distill"
"""What every question of Lore to a model begins with: a session that begins so is ours, and none of it is kept."""
_ID = r"(?:[fcel]:[a-z2-7]{6,}|[tk]:\d+)"
_QUOTED = r"[ \t>│|*`-]*+"
_VERBS = (
    "added|reinforced|superseded|held|known|edited|archived|restored|pinned|unpinned|replaces|contradicts|replaced by"
    "|may contradict|retired|made from|part of|related to|holds beside"
)
_TIME = r"\d{4}-\d\d-\d\d \d\d:\d\d"
_FRAME = re.compile(
    r"<(?P<tag>lore-[a-z-]+)\b[^>]{0,200}>.*?(?:</(?P=tag)\b[^>]{0,200}>|\Z)"
    r"|<!-- lore:begin (?P<name>[a-z]+) .*?(?:<!-- lore:end (?P=name) -->|\Z)",
    re.DOTALL,
)
_PRINTED = re.compile(
    rf"{_QUOTED}(?:(?:-?\d+\.\d\d|{_VERBS})\s+)?{_ID}(?:\s|$)"  # hits, facts, candidates, what became of a fact
    rf"|{_QUOTED}(?:added|reinforced|superseded|held|known|new|refused)\s{{2,}}[a-z]"  # a capture that explains itself
    rf"|{_QUOTED}(?:\d+\s{{2}}{_TIME}\s{{2}}|\S+\s+{_TIME}\s+\S|\d\d:\d\d:\d\d\s{{2,}}\S)"  # log, sessions, timeline
    r"|.*— `f:[a-z2-7]{4,}`, |.*\"schema\": ?1\b"  # a published convention, JSON
)
"""A line that Lore printed."""
_SHOWN = re.compile(rf"{_QUOTED}id\s{{4,}}{_ID}\s*$")
"""The first line of a fact's details: its statement stands in the paragraph before."""
_TRANSCRIPT = re.compile(r"\S.{0,400}?\s{2}\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\s*$")
"""The heading of a session or of a message in it: all that follows was said elsewhere."""
_HINT = re.compile(
    rf'\b{_ID}|"schema": ?1\b|<lore-|lore:begin|\d\d:\d\d|^{_QUOTED}(?:{_VERBS}|new|refused) ', re.MULTILINE
)


def without_lore_output(text: str) -> str:
    """The text with empty lines in place of what Lore printed; linear in its length."""
    if not _HINT.search(text):
        return text
    lines = _FRAME.sub(lambda match: "\n" * match.group().count("\n"), text).split("\n")
    end = next((number for number, line in enumerate(lines) if _TRANSCRIPT.match(line)), len(lines))
    paragraphs: list[list[int]] = [[]]
    """The numbers of the lines of each."""
    for number, line in enumerate(lines[:end]):
        if not line.strip(" \t>│|"):
            paragraphs.append([])
        else:
            paragraphs[-1].append(number)
    if end < len(lines):
        paragraphs.pop()
    told = [paragraph for paragraph in paragraphs if paragraph]
    kept = set[int]()
    for paragraph, behind in zip(told, [*told, []][1:], strict=True):
        is_printed = any(_PRINTED.match(lines[number]) or _SHOWN.match(lines[number]) for number in paragraph)
        if not is_printed and not (behind and _SHOWN.match(lines[behind[0]])):
            kept.update(paragraph)
    return "\n".join(line if number in kept else "" for number, line in enumerate(lines[:end]))


def is_our_question(text: str) -> bool:
    """Whether a message in a user's name is what Lore asked a model."""
    return text.lstrip().startswith(QUESTION)
