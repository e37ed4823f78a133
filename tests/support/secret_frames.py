"""Secrets in files, languages and notations, and what only looks like one, from `data/*_frames.tsv`."""

import base64
import json
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits

from support.secret_sets import Row
from support.secret_shapes import SHAPES

DATA = Path(__file__).parents[1] / "data"
_LATER = ("eighth", "ninth", "tenth", "twelfth", "fourteenth", "fifteenth")
SETS: dict[str, tuple[str, ...]] = {
    "seen": ("secret_frames.tsv", "generic_frames.tsv", "more_frames.tsv", "fresh_frames.tsv"),
    "unseen": ("unseen_frames.tsv",),  # kinds that came after the rules: what was mended for them since is general
    "third": ("third_frames.tsv",),  # kinds that came after those, and passwords of other forms
    "fourth": ("fourth_frames.tsv",),
    "fifth": ("fifth_frames.tsv",),  # what stands in sessions of agents: longer pieces, phrases, questions, answers
    "sixth": ("sixth_frames.tsv",),  # the same in forty other situations, after what the fifth showed was mended
    "seventh": ("seventh_frames.tsv",),  # once more, after the sixth; as ordinary as sessions are
    **{name: (f"{name}_frames.tsv", f"{name}_lookalikes.tsv") for name in _LATER},
}
"""From the eighth on each is by hands that knew none of the others, with tools, languages and carriers of its own."""
WORDS = (  # noqa: SIM905
    "otter Lisbon kettle Maple Rover sunset Tiger coffee Dragon winter Berlin monkey Galaxy piano Rocket cheese"
).split()
_NOUNS = "harbour zebra lamp trumpet paula regen cactus violin pirate mustard glacier button walrus".split()  # noqa: SIM905
_THINGS = "bicycle tobias lantern mumbai cricket volcano sandra hammer pickle quokka porto saddle thunder".split()  # noqa: SIM905
_LEET = str.maketrans("aeo", "430")
_ISSUED = {"hex": (32, 40), "al": (22, 28, 36), "b64url": (24, 32), "low": (26,), "up": (24,), "uuid": (36,)}
_SLOT = re.compile(r"<<(?P<secret>[a-z0-9]+) ?(?P<size>\d*)>>|\{(?P<name>[a-z0-9]+) ?(?P<length>\d*)\}")
_PEM = re.compile(r"(?:\{(?P<dress>[a-z]+)\})?\{pem ?(?P<label>[A-Z ]*)\}")


def _letters(r: random.Random, length: int, alphabet: str = ascii_letters + digits) -> str:
    return "".join(r.choice(alphabet) for _ in range(length))


def _password(r: random.Random, marks: str) -> str:
    one, two = r.choice(WORDS), r.choice(WORDS)
    return r.choice(
        [
            f"{one.title()}{r.randrange(10, 9999)}{r.choice(marks)}",
            f"{one}{r.choice(marks)}{two}{r.randrange(1, 99)}",
            f"{one.lower()}-{two.lower()}-{_letters(r, 3, digits)}",
            _letters(r, r.randrange(9, 15)) + r.choice(digits) + r.choice(marks) + r.choice(ascii_letters),
            f"{r.choice(marks)}{one}{two}{r.randrange(10, 99)}",
            f"{one[0].upper()}{two[:4].lower()}@{r.randrange(1970, 2027)}"
            if "@" in marks
            else f"{one.title()}.{two}.{r.randrange(10, 99)}",
        ]
    )


def _typed(r: random.Random) -> str:
    """A password as people and generators make them, other words and other forms than `_password`."""
    one, two = r.sample(_NOUNS, 2)
    return r.choice(
        [
            f"{r.choice(['Summer', 'Herbst', 'Verano', 'Welcome', 'Hiver'])}{r.randrange(2015, 2027)}{r.choice('!?*')}",
            f"{one.translate(_LEET)}{r.choice('!_*')}{r.randrange(10)}",
            f"{one}.{two.title()}.{r.randrange(10, 99)}",
            f"{one}{r.randrange(2, 10)}{two}",
            f"{one.title()}{two.title()}{r.randrange(1, 10)}{r.choice('!?')}",
            f"{one}_{two}_{r.randrange(10, 99)}",
            _letters(r, 4) + r.choice("!*+?") + _letters(r, 6) + r.choice(digits),
            _letters(r, 9) + r.choice(digits),
            _letters(r, r.randrange(16, 25)) + r.choice(digits),
        ]
    )


def _token(r: random.Random) -> str:
    return VALUES[r.choice(["hex", "hex", "al", "al", "low", "b64url", "uuid"])](r, r.choice([32, 40, 48]))


def _chosen(r: random.Random) -> str:
    one, two = r.sample(_NOUNS, 2)
    return r.choice(
        [
            f"{one.title()}{r.choice('&#!')}{two.title()}",
            "-".join(_letters(r, 3) + r.choice(digits) for _ in range(3)),
            _letters(r, 14, ascii_letters + digits + "!#%*?+") + r.choice(digits),
            f"{one.title().translate(_LEET)}{two.title().translate(_LEET)}",
            _letters(r, 13, ascii_lowercase + digits) + r.choice(digits),
            f"{one.title()}{two.title()}{r.randrange(1990, 2030)}",
            f"{r.randrange(10, 99)}{one.title()}!{two}",
            _letters(r, 10, ascii_letters) + r.choice(digits) + r.choice("!?"),
        ]
    )


def _picked(r: random.Random) -> str:
    one, two = r.sample(_THINGS, 2)
    return r.choice(
        [
            f"{one}{two}{r.randrange(100, 999)}",
            f"{one.title()}@{r.randrange(1, 999)}",
            f"{one}_{two.title()}!",
            f"{r.choice(['My', 'Our', 'The', 'Super'])}{one.title()}{r.randrange(1, 99)}$",
            f"{one.upper()}{r.choice('-_.')}{_letters(r, 4, digits)}",
            f"{one.title()}-{two.title()}-{_letters(r, 5)}{r.choice(digits)}",
            _letters(r, 3, ascii_uppercase) + _letters(r, 3, digits) + _letters(r, 3) + r.choice("$%+"),
            "-".join(_letters(r, 5) + r.choice(digits) for _ in range(3)),
            _letters(r, 11, ascii_letters + digits + "!$%^*+=~") + r.choice(digits),
            _letters(r, 19, ascii_letters) + r.choice(digits),
        ]
    )


def _granted(r: random.Random) -> str:
    size = r.choice([21, 27, 32, 38, 43, 64])
    alphabet = r.choice(
        [ascii_letters + digits, "0123456789abcdef", ascii_lowercase + digits, ascii_letters + digits + "-_"]
    )
    return r.choice(["", "", "", "acme_", "pat-", "live_"]) + _letters(r, size, alphabet) + r.choice(digits)


def _issued(r: random.Random) -> str:
    name = r.choice(list(_ISSUED))
    return VALUES[name](r, r.choice(_ISSUED[name]))


def _bytes(r: random.Random, size: int) -> str:
    return base64.b64encode(r.randbytes(size)).decode()


VALUES: dict[str, Callable[[random.Random, int], str]] = {
    "hex": lambda r, n: _letters(r, n, "0123456789abcdef"),
    "al": lambda r, n: _letters(r, n),
    "up": lambda r, n: _letters(r, n, ascii_uppercase + digits),
    "low": lambda r, n: _letters(r, n, ascii_lowercase + digits),
    "digits": lambda r, n: _letters(r, n, "123456789"),
    "b32": lambda r, n: _letters(r, n, ascii_uppercase + "234567"),
    "b32sp": lambda r, n: " ".join(_letters(r, 4, ascii_lowercase + "234567") for _ in range(n // 4)),
    "bech": lambda r, n: _letters(r, n, "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"),
    "b64": _bytes,
    "b64key": lambda r, n: _letters(r, n - 1, ascii_letters + digits + "+/") + "k",
    "b64url": lambda r, n: base64.urlsafe_b64encode(r.randbytes(n)).decode().rstrip("="),
    "sasb64": lambda r, n: _bytes(r, 32).replace("+", "%2B").replace("/", "%2F").replace("=", "%3D"),
    "wg": lambda r, n: _bytes(r, 32),
    "uuid": lambda r, n: "-".join(_letters(r, size, "0123456789abcdef") for size in (8, 4, 4, 4, 12)),
    "pw": lambda r, n: _password(r, "!?#$%&*+"),
    "pwplain": lambda r, n: _password(r, "!?*+@_"),
    "pwurl": lambda r, n: _password(r, "!*+_.~"),
    "tok": lambda r, n: _token(r),
    "phrase": lambda r, n: " ".join(r.sample([word.lower() for word in WORDS], 5)),
    "basic": lambda r, n: base64.b64encode(f"maya:{_password(r, '!?*')}".encode()).decode(),
    "jwt": lambda r, n: ".".join(
        [
            base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=")
            for part in ({"alg": "HS256", "typ": "JWT"}, {"sub": _letters(r, 8), "iat": r.randrange(10**9)})
        ]
        + [VALUES["b64url"](r, 32)]
    ),
    "salt": lambda r, n: _letters(r, 60, ascii_letters + digits + "!@#%^&*(-_=+)|/[]{}"),
    "minisign": lambda r, n: "RWRTY0Iy" + _bytes(r, 150),
    "bcrypt": lambda r, n: _letters(r, 53, ascii_letters + digits + "./"),
    "crypt": lambda r, n: _letters(r, n, ascii_letters + digits + "./"),
    "code": lambda r, n: f"{_letters(r, 5, ascii_lowercase + digits)}-{_letters(r, 5, ascii_lowercase + digits)}",
    "akid": lambda r, n: "AKIA" + _letters(r, 16, ascii_uppercase + "234567"),
    "hexblock": lambda r, n: "\n".join(_letters(r, 32, "0123456789abcdef") for _ in range(16)),
    "pwx": lambda r, n: _typed(r),
    "tokx": lambda r, n: _issued(r),
    "pwy": lambda r, n: _chosen(r),
    "pwyurl": lambda r, n: _chosen(r).replace("#", "x").replace("&", "y").replace("%", "z").replace("?", "w"),
    "pwz": lambda r, n: _picked(r),
    "pwzurl": lambda r, n: re.sub(r"[@$%^=]", "x", _picked(r)),
    "pwzxml": lambda r, n: re.sub(r"[%^]", "x", _picked(r)),
    "tokz": lambda r, n: _granted(r),
    "toky": lambda r, n: (
        _letters(r, r.choice([20, 25, 30, 44, 50]), r.choice([ascii_letters + digits, "0123456789abcdef"]))
        + r.choice(digits)
    ),
    "digroups": lambda r, n: "-".join(_letters(r, 6, digits) for _ in range(8)),
    "apppw": lambda r, n: " ".join(_letters(r, 4, ascii_lowercase) for _ in range(4)),
    "wif": lambda r, n: r.choice("KL") + _letters(r, 51, ascii_letters.replace("l", "").replace("I", "") + "123456789"),
    "hexcolon": lambda r, n: ":".join(_letters(r, 2, "0123456789abcdef") for _ in range(17)),
    "body": lambda r, n: "\n".join(_letters(r, 70, ascii_letters + digits + "+/") for _ in range(8)),
    **SHAPES,
}
DRESSES: dict[str, Callable[[list[str]], str]] = {
    "": "\n".join,
    "indent": lambda lines: "\n  ".join(lines),
    "quote": lambda lines: "\n> ".join(lines),
    "plus": lambda lines: "\n".join(f"+{line}" for line in lines),
    "json": lambda lines: json.dumps({"key": "\n".join(lines)}),
    "join": lambda lines: "".join(lines[1:-1]),
    "number": lambda lines: "\n".join(f"{n:6}\t{line}" for n, line in enumerate(lines, 12)),
    "pylist": lambda lines: "[" + ",\n ".join(f"'{line}'" for line in lines) + "]",
    "escaped": "\\n".join,
    "encoded": lambda lines: base64.b64encode("\n".join(lines).encode()).decode(),
    "nohead": lambda lines: "\n".join(lines[5:]),
    "notail": lambda lines: "\n".join(lines[:-4]),
    "csharp": lambda lines: " +\n    ".join(f'"{line}\\n"' for line in lines),
    "logged": lambda lines: "\n".join(f"2026-03-12 08:00:01 host app[12]: {line}" for line in lines),
}


def _pem(found: re.Match[str], r: random.Random) -> str:
    """A private key in its dress; its sixth line, which is its secret, between marks."""
    label = found["label"] or "PRIVATE KEY"
    head = "b3BlbnNzaC1rZXktdjEA" if "OPENSSH" in label else "MIIEpAIBAAKCAQEA"
    body = head + _letters(r, 64 * 12 - len(head), ascii_letters + digits + "+/")
    lines = [
        f"-----BEGIN {label}-----",
        *(body[at : at + 64] for at in range(0, len(body), 64)),
        f"-----END {label}-----",
    ]
    text = DRESSES[found["dress"] or ""](lines)
    return text if found["dress"] == "encoded" else text.replace(lines[6], f"\x01{lines[6]}\x02")


def _row(kind: str, template: str, r: random.Random) -> Row:
    def value(slot: re.Match[str]) -> str:
        name, size = slot["secret"] or slot["name"], slot["size"] or slot["length"] or "0"
        if name not in VALUES:
            return slot[0]
        made = VALUES[name](r, int(size))
        return f"\x01{made}\x02" if slot["secret"] or name == "body" else made

    text = template.replace("\\\\", "\x03").replace("\\n", "\n").replace("\\t", "\t").replace("\x03", "\\")
    text = _SLOT.sub(value, _PEM.sub(lambda match: _pem(match, r), text))
    if "\x01" not in text and "{encoded}" in template:
        text = text.replace(": ", ": \x01", 1) + "\x02"
    if "\x01" not in text and "hexblock" in template:
        middle = text.split("\n")[6]
        text = text.replace(middle, f"\x01{middle}\x02")
    secret = text[text.index("\x01") + 1 : text.index("\x02")] if "\x01" in text else ""
    return Row(kind, text.replace("\x01", "").replace("\x02", ""), secret)


def frames(per_kind: int = 6, seed: int = 11, files: tuple[str, ...] = SETS["seen"]) -> Iterator[tuple[str, Row]]:
    """The tier (`structured`, `generic`, `like`) and a text of it; one of tier `like` has no secret."""
    r = random.Random(seed)
    for name in files:
        for line in (DATA / name).read_text("utf-8").splitlines()[1:]:
            tier, kind, template = line.split("\t")
            for _ in range(per_kind):
                yield tier, _row(kind, template, r)
