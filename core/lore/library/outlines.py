"""What a code file declares: the names of its classes and functions with what their comments say, never a body.

One set of patterns for every language whose declarations begin a line: a file that does not compile has an outline as
well, and nothing is run.
"""

import re
from collections.abc import Iterator
from itertools import islice

LONGEST_LINE = 400
"""Characters; longer lines were made by a program."""
LONGEST_OPENING, LONGEST_COMMENT = 1_000, 200
"""Characters of the comment at the head of a file, and of one at a declaration."""
MOST_DECLARATIONS = 2_000
"""Of one file."""

_WORDS = (
    "export|default|public|private|protected|internal|fileprivate|static|final|abstract|sealed|open|override|async|"
    "unsafe|extern|inline|const|constexpr|data|partial|virtual|declare|readonly|mutating|suspend|pub|template"
)
_DECLARED = re.compile(
    rf"(?P<indent>[ \t]*)(?:(?:{_WORDS})(?:\([\w:]{{0,30}}\))?[ \t]+){{0,6}}"
    r"(?P<what>class|interface|struct|enum|trait|impl|protocol|extension|object|record|module|namespace|type|def|fn|fun|"
    r"func|function|macro|sub)\b\*?[ \t]*"
    r"(?P<name>(?:<[\w\s,:']{1,60}>[ \t]*)?(?:\([^()]{0,80}\)[ \t]*)?[A-Za-z_$][\w$.:]{0,80})(?:<[^()]{0,120}>)?"
    r"(?P<kin>[ \t]+(?:for|extends|implements)[ \t]+[\w$.:<>, ]{1,80})?[ \t]*(?P<parameters>\([^()]{0,200}\)?)?"
)
_ARROW = re.compile(
    r"(?P<indent>[ \t]*)(?:export[ \t]+)?(?P<what>const|let|var)[ \t]+(?P<name>[A-Za-z_$][\w$]{0,80})[ \t]*="
    r"[ \t]*(?:async[ \t]*)?(?:function\b\*?[ \t]*)?(?P<parameters>\([^()]{0,200}\))[ \t:\w]{0,40}(?:=>|\{)"
)
_METHOD = re.compile(
    r"(?P<indent>[ \t]*)(?:[\w<>\[\],.:*&?]{1,80}[ \t]+){0,5}[*&]{0,2}"
    r"(?!(?:if|for|while|switch|catch|return|else|new|do|synchronized|with|using|lock|elif|match)\b)"
    r"(?P<name>[A-Za-z_~][\w:]{0,80})(?P<parameters>\([^()]{0,200}\))[^;=(){}]{0,80}\{\s*$"
)
"""A function of C, Java and their kin: no word announces it, but a brace opens its body."""
_COMMENT = re.compile(r"\s*(?://+|/\*+|(?:#(?!!)|\*+/?|--|;+|%+)(?![\w{\[]))[ \t]?(?P<words>.*)")
_DOCSTRING = re.compile(r"\s*[rRbBuUfF]{0,2}(?P<mark>\"\"\"|''')(?P<words>.*)")


def outline(text: str) -> str:
    """The outline of a code file; empty where it declares and says nothing."""
    lines = [line if len(line) <= LONGEST_LINE else "" for line in text.split("\n")]
    opening = _opening(lines)
    declared = islice(_declarations(lines), MOST_DECLARATIONS)
    return "\n".join([*([opening, ""] if opening else []), *declared]).strip()


def _opening(lines: list[str]) -> str:
    """The comment or docstring before the first line of code."""
    words: list[str] = []
    start = 0
    while start < len(lines) and (not lines[start].strip() or lines[start].startswith("#!")):
        start += 1
    if start < len(lines) and (match := _DOCSTRING.match(lines[start])):
        words = _quoted(lines, start, match["mark"], match["words"])
    else:
        size = 0
        for line in lines[start:]:
            comment = _COMMENT.match(line)
            if comment is None or size > LONGEST_OPENING:
                break
            words.append(_bare(comment["words"]))
            size += len(words[-1]) + 1
    return "\n".join(words).strip()[:LONGEST_OPENING]


def _quoted(lines: list[str], start: int, mark: str, first: str) -> list[str]:
    """The lines of a docstring, without its marks."""
    words: list[str] = []
    size = 0
    for line in [first, *lines[start + 1 :]]:
        inside, end, _ = line.partition(mark)
        words.append(inside.strip())
        size += len(words[-1]) + 1
        if end or size > LONGEST_OPENING:
            break
    return words


def _declarations(lines: list[str]) -> Iterator[str]:
    for number, line in enumerate(lines):
        below = lines[number + 1].strip() if number + 1 < len(lines) else ""
        head = f"{line} {{" if below == "{" else line
        declared = _DECLARED.match(line) or _ARROW.match(line) or _METHOD.match(head)
        if declared is None:
            continue
        found = declared.groupdict("")
        words = (found.get("what", ""), found["name"].rstrip(" \t:"), found.get("kin", "").strip())
        shown = found["indent"] + " ".join(filter(None, words)) + found["parameters"].strip()
        comment = _below(lines, number) or _above(lines, number)
        yield f"{shown} — {comment}" if comment else shown


def _below(lines: list[str], number: int) -> str:
    """The first line of the docstring of the declaration that begins at a line."""
    for line in lines[number + 1 : number + 8]:
        if match := _DOCSTRING.match(line):
            return match["words"].partition(match["mark"])[0].strip()[:LONGEST_COMMENT]
        if _DECLARED.match(line):
            return ""
    return ""


def _above(lines: list[str], number: int) -> str:
    """The comment right above a line; of several lines the first that says something."""
    start = number
    while start > 0 and number - start < 20 and _COMMENT.match(lines[start - 1]):
        start -= 1
    said = (_bare(match["words"]) for line in lines[start:number] if (match := _COMMENT.match(line)))
    return next((words for words in said if words), "")[:LONGEST_COMMENT]


def _bare(words: str) -> str:
    return words.removesuffix("*/").strip(" \t*/#-=;!")
