"""What Lore itself printed, quoted in a message: looked at by people and agents, never learnt again.

An agent runs `lore search` and repeats what it found; a person pastes `lore show`. Taken for new statements, each
recall would strengthen what it recalled. Output is told by its shape: ids, columns, headings, JSON with our schema,
frames.
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
_FRAME = re.compile(
    r"<(?P<tag>lore-[a-z-]+)\b[^>]{0,200}>.*?(?:</(?P=tag)\b[^>]{0,200}>|\Z)"
    r"|<!-- lore:begin (?P<name>[a-z]+) .*?(?:<!-- lore:end (?P=name) -->|\Z)",
    re.DOTALL,
)
_LISTED = re.compile(
    rf"{_QUOTED}(?:-?\d+\.\d\d\s+)?{_ID}(?:\s|$)"  # hits of a search, facts, candidates
    rf"|{_QUOTED}(?:{_VERBS}) +{_ID}(?:\s|$)"  # what became of a fact: `added f:…`
    rf"|{_QUOTED}(?:added|reinforced|superseded|held|known|new|refused)\s{{2,}}[a-z]"  # a capture that explains itself
    rf"|{_QUOTED}\d+\s{{2}}\d{{4}}-\d\d-\d\d \d\d:\d\d\s{{2}}"  # the log
)
"""A line of a listing: what follows it without a blank line belongs to it."""
_ONE_LINE = re.compile(
    rf"{_QUOTED}\d\d:\d\d:\d\d\s{{2,}}\S"  # a step of a timeline
    rf"|{_QUOTED}\S+\s+\d{{4}}-\d\d-\d\d \d\d:\d\d\s+\S"  # a session in a list
    r"|.*— `f:[a-z2-7]{4,}`, "  # a published convention
)
_SHOWN = re.compile(rf"{_QUOTED}id\s{{4,}}{_ID}\s*$")
"""The first line of a fact's details: its statement stands in the paragraph before."""
_TRANSCRIPT = re.compile(r"\S.{0,400}?\s{2}\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\s*$")
"""The heading of a session or of a message in it: all that follows was said elsewhere."""
_JSON = re.compile(r'"schema": ?1\b')
_HINT = re.compile(
    rf'\b{_ID}|"schema": ?1\b|<lore-|lore:begin|\d\d:\d\d|^{_QUOTED}(?:{_VERBS}|new|refused) ', re.MULTILINE
)


def without_lore_output(text: str) -> str:
    """The text with empty lines in place of what Lore printed; linear in its length."""
    if not _HINT.search(text):
        return text
    lines = _FRAME.sub(lambda match: "\n" * match.group().count("\n"), text).split("\n")
    kept: list[str] = []
    listed = False
    for line in lines:
        if _TRANSCRIPT.match(line):
            _drop_paragraph(kept)
            break
        if _is_blank(line):
            listed = False
        elif _SHOWN.match(line):
            _drop_paragraph(kept)
            _drop_blank(kept)
            _drop_paragraph(kept)
            listed = True
        elif _JSON.search(line):
            _drop_paragraph(kept)
            listed = True
        elif _LISTED.match(line):
            listed = True
        kept.append("" if listed or _ONE_LINE.match(line) else line)
    return "\n".join(kept)


def is_our_question(text: str) -> bool:
    """Whether a message in a user's name is what Lore asked a model."""
    return text.lstrip().startswith(QUESTION)


def _drop_paragraph(kept: list[str]) -> None:
    """Take the lines back since the last empty one."""
    while kept and not _is_blank(kept[-1]):
        kept.pop()


def _drop_blank(kept: list[str]) -> None:
    while kept and _is_blank(kept[-1]):
        kept.pop()


def _is_blank(line: str) -> bool:
    """Whether a line holds nothing but a mark of quotation."""
    return not line.strip(" \t>│|")
