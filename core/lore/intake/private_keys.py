"""Private keys over several lines, however a tool shows them: numbered, indented, as a diff, joined, escaped, cut off.

A key is known by its markers, and without them by how its body begins (the first bytes of the structure that holds a
private key). Its lines are read as runs of base 64 with at most a gutter between them, each once.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator

from lore.intake.secret_places import Found

_LABEL = r"(?:[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?|[A-Z0-9 ]{0,40}SECRET KEY(?: BLOCK)?|OpenVPN [\w -]{1,40})"
_SECRET_LABELS = ("PRIVATE KEY", "SECRET KEY", "OpenVPN ")
_BEGIN = re.compile(
    rf"-----BEGIN {_LABEL}-----|---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----"
    r"|PuTTY-User-Key-File-\d|Private-Lines: \d{1,4}|AGE ENCRYPTED FILE-----"
)
_END = re.compile(rf"---- ?-?END {_LABEL}-?(?: ?----)")
_RUN = re.compile(r"[A-Za-z0-9+/=]{16,}")
_WRITTEN = re.compile(r"[0-9+/]|[a-z][A-Z]|.{40}")
"""What base 64 has and no word has."""
_LAST = re.compile(r"(?:\\+[rn]|[\s\"',|+>-])[^A-Za-z0-9\n]{0,24}[A-Za-z0-9+/]{1,64}={0,2}(?=[\s\\\"'`<,]|$)")
"""The rest of a body, which is no full line."""
LEAST_LINE = 40
"""Characters of a line of a body."""
_LINE = re.compile(f"[A-Za-z0-9+/=]{{{LEAST_LINE}}}")
GAP, HEADERS = 64, 240
"""Characters between two lines of a body, and between the marker and the first: numbers, names of files, times."""
_BODY = re.compile(
    r"(?<![A-Za-z0-9+/=])(?:"
    r"MII[A-Za-z0-9+/]{3}IBA[A-D]"  # PKCS #1 and #8: a sequence, then the number 0
    r"|MII[A-Za-z0-9+/]{3}IBAz"  # PKCS #12: … then the number 3
    r"|MI[GH][A-Za-z0-9+/]AgEAM|MIG[A-Za-z0-9+/]{2}gEAM|M[C-I][A-Za-z0-9+/]CAQAw"  # curves in PKCS #8
    r"|MHcCAQEE|MIGkAgEBBD|MIHcAgEBBE"  # curves
    r"|MII[A-Za-z0-9+/]{3}[A-Za-z0-9+/]{4,16}BgkqhkiG9w0BBQ0"  # PKCS #8, encrypted
    r"|b3BlbnNzaC1rZXktdjE"  # OpenSSH
    r"|lQ(?:[OPHdVcI][A-Za-z0-9+/]{2}B|[A-Za-z0-9+/]{3}F)|lFgE|lIYE|lH4E"  # OpenPGP
    r")[A-Za-z0-9+/=]{24,}"
)
_LINES = re.compile(r"(?:^[ \t>+|\-\d→:]{0,16}(?:[A-Za-z0-9+/]{64}|[A-Za-z0-9+/]{70})[ \t\r]*\n){3,}", re.M)
_WHOLE_LINE = re.compile(r"(?<![A-Za-z0-9+/=])(?:[A-Za-z0-9+/]{64}|[A-Za-z0-9+/]{70})(?![A-Za-z0-9+/=])")
_PUBLIC = re.compile(r"(?:CERTIFICATE|PUBLIC KEY|SIGNATURE|MESSAGE|PARAMETERS)(?: BLOCK)?-----")


def private_keys(text: str, dense: str) -> Iterator[Found]:
    """Every private key, from its first marker to its last, or to the last line of it where it was cut off.

    dense: the long words of the text.
    """
    position = 0
    written = bool(_LINE.search(dense))
    ends = list(_END.finditer(text)) if any(map(text.__contains__, _SECRET_LABELS)) else []
    for begin in _heads(text, written):
        if begin.start() < position:
            continue
        position = _end_of_body(text, begin, ends)
        if position > begin.end() or begin.re is _BODY:
            yield Found(begin.start(), position, "private_key")
        elif any(map(begin.group().__contains__, _SECRET_LABELS)):
            yield Found(begin.start(), begin.end(), "private_key")
    yield from _before_ends(text, ends)
    if written and len(_WHOLE_LINE.findall(dense)) > 2:
        yield from _nameless(text)


def _heads(text: str, written: bool) -> list[re.Match[str]]:
    markers = list(_BEGIN.finditer(text)) if "---" in text or "PuTTY" in text or "Private-Lines" in text else []
    bodies = _BODY.finditer(text) if written else ()
    return sorted([*markers, *bodies], key=re.Match.start)


def _end_of_body(text: str, begin: re.Match[str], ends: list[re.Match[str]]) -> int:
    """Where the key ends whose marker or first line this is: at its end marker, or with the last line of the body."""
    position, gap = begin.end(), HEADERS
    while (run := _RUN.search(text, position, position + gap + 4096)) and run.start() <= position + gap:
        if not _WRITTEN.search(run.group()[:64]) or "-----BEGIN" in text[position : run.start()]:
            break
        if gap == GAP and text.count("\n", position, run.start()) > 2:
            break
        position, gap = run.end(), GAP
    if gap == GAP or begin.re is _BODY:
        rest = _LAST.match(text, position)
        position = rest.end() if rest else position
    place = bisect_left(ends, begin.end(), key=re.Match.start)
    if place < len(ends) and ends[place].start() <= position + HEADERS:
        between = text[position : ends[place].start()]
        return ends[place].end() if "-----BEGIN" not in between else position
    return position


def _before_ends(text: str, ends: list[re.Match[str]]) -> Iterator[Found]:
    """Keys whose first lines scrolled off: the runs of base 64 that lead to an end marker."""
    done = 0
    for end in ends:
        start = end.start()
        low = max(done, start - 65_536)
        runs = [run for run in _RUN.finditer(text, low, start) if _WRITTEN.search(run.group()[:64])]
        for run in reversed(runs):
            if start - run.end() > GAP or "-----BEGIN" in text[run.end() : start]:
                break
            start = run.start()
        if start < end.start():
            yield Found(start, end.end(), "private_key")
        done = end.end()


def _nameless(text: str) -> Iterator[Found]:
    """Lines of a body with both markers gone: 64 or 70 characters of base 64 each, and nothing public around them."""
    for lines in _LINES.finditer(text):
        around = text[max(0, lines.start() - 200) : lines.start()] + text[lines.end() : lines.end() + 200]
        block = lines.group()
        mixed = _WRITTEN.search(block) and not block.isupper() and len(set(block)) > 40
        if mixed and not _PUBLIC.search(around) and not re.search(r"MII[A-Za-z0-9+/]{3}(?!IBA)", block[:32]):
            yield Found(lines.start(), lines.end() - 1, "private_key")
