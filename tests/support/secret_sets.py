"""Sets of secrets and look-alikes, made from public formats."""

import base64
import random
import re
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits

from support.data import data

ALNUM = ascii_letters + digits
HEX = "0123456789abcdef"
WORDS = (  # noqa: SIM905
    "harbor quartz maple falcon cinder tundra velvet saffron juniper copper walnut pepper thunder marble orchid silver"
    " anchor biscuit canyon dolphin ember feather glacier hazel"
).split()
SERVICES = ["billing", "ledger", "checkout", "mailer", "gateway", "search", "reports", "queue"]
PEOPLE = ["maya", "tom", "priya", "jonas", "alice", "bruno"]


@dataclass(frozen=True, slots=True)
class Row:
    """A text, and the secret in it; a look-alike has none."""

    kind: str
    text: str
    secret: str = ""


def _text(chooser: random.Random, length: int, alphabet: str = ALNUM) -> str:
    return "".join(chooser.choice(alphabet) for _ in range(length))


def _password(r: random.Random) -> str:
    word, other = r.choice(WORDS), r.choice(WORDS)
    return r.choice(
        [
            f"{word.title()}{r.randrange(100, 9999)}{r.choice('!?#*$')}",
            f"{word}-{other}-{r.randrange(10, 99)}",
            f"{word.title()}_{other.title()}{r.randrange(10, 99)}",
            _text(r, 12, ALNUM + "!#%*+?^") + str(r.randrange(10)),
            _text(r, 16) + str(r.randrange(10)),
            f"{word[:3].upper()}{r.randrange(1000, 9999)}{other[:3]}",
            f"{word.replace('e', '3').replace('a', '4')}{r.randrange(10, 99)}!",
        ]
    )


def _two_part(r: random.Random) -> str:
    return f"{_text(r, 4)}{r.choice('(</[{')}{_text(r, 3, digits)}{r.choice(')>}]/')}{_text(r, 4)}"


VALUES: dict[str, Callable[[random.Random], str]] = {
    "made up": _password,
    "two parts": _two_part,
    "hex 32": lambda r: _text(r, 32, HEX),
    "hex 40": lambda r: _text(r, 40, HEX),
    "hex 64": lambda r: _text(r, 64, HEX),
    "letters and digits 20": lambda r: _text(r, 20),
    "letters and digits 32": lambda r: _text(r, 32),
    "letters and digits 40": lambda r: _text(r, 40),
    "small letters and digits 24": lambda r: _text(r, 24, ascii_lowercase + digits),
    "capitals and digits 26": lambda r: _text(r, 26, ascii_uppercase + digits),
    "base 64 of 32": lambda r: base64.b64encode(r.randbytes(32)).decode(),
    "base 64 of 48": lambda r: base64.b64encode(r.randbytes(48)).decode(),
    "url-safe 43": lambda r: base64.urlsafe_b64encode(r.randbytes(32)).decode().rstrip("="),
    "uuid": lambda r: str(uuid.UUID(bytes=r.randbytes(16), version=4)),
    "dotted": lambda r: f"{_text(r, 12)}.{_text(r, 28)}",
}
PASSWORDS = ("made up", "two parts")
_DATA = data("secret_sets")
PASSWORD_NAMES = tuple(_DATA["password_names"])
KEY_NAMES = tuple(_DATA["key_names"])

NAMED: dict[str, str] = _DATA["named"]
SAID: dict[str, str] = _DATA["said"]
KEYS_SAID: dict[str, str] = _DATA["keys_said"]
COMMANDS: dict[str, str] = _DATA["commands"]


def secrets(per_kind: int = 6, seed: int = 5) -> Iterator[Row]:
    """Secrets that only their surroundings betray, by the kind of surroundings."""
    r = random.Random(seed)
    for kind, frame in NAMED.items():
        for number in range(per_kind * 2):
            password = number % 2 == 0
            value = VALUES["made up" if password else r.choice([name for name in VALUES if name not in PASSWORDS])](r)
            name = r.choice(PASSWORD_NAMES if password else KEY_NAMES)
            yield Row(f"named {kind}", frame.format(N=name, V=value), value)
    for frames, value_kinds, group in (
        (SAID, ["made up"], "said"),
        (KEYS_SAID, [name for name in VALUES if name not in PASSWORDS], "key"),
        (COMMANDS, ["made up", "letters and digits 20"], "command"),
    ):
        for kind, frame in frames.items():
            for _ in range(per_kind):
                value = VALUES[r.choice(value_kinds)](r)
                if group == "command":
                    value = value.replace("#", "x").replace("?", "y").replace("%", "z")
                yield Row(f"{group} {kind}", frame.format(V=value, S=r.choice(SERVICES), P=r.choice(PEOPLE)), value)
    for kind, make in VALUES.items():
        for _ in range(per_kind * 2):
            value = make(r)
            name = r.choice(PASSWORD_NAMES if kind in PASSWORDS else KEY_NAMES)
            frame = r.choice(["{N}={V}", '"{N}": "{V}"', "{N}: {V}"])
            yield Row(f"value {kind}", frame.format(N=name, V=value), value)


_SLOT = re.compile(r"\{([a-z0-9]+) ?(\d*|base64|hex|bytes)\}|\{([^{}]*\|[^{}]*)\}")


def _filled(template: str, r: random.Random) -> str:
    def fill(slot: re.Match[str]) -> str:
        if slot[3] is not None:
            return str(r.choice(slot[3].split("|")))
        name, size = slot[1], int(slot[2]) if slot[2].isdigit() else 0
        words = f"the quick brown fox number {r.randrange(9999)}".encode()
        made: dict[str, Callable[[], str]] = {
            "hex": lambda: _text(r, size, HEX),
            "digits": lambda: _text(r, size, "123456789"),
            "letters": lambda: _text(r, size),
            "base64": lambda: base64.b64encode(r.randbytes(size)).decode(),
            "uuid": lambda: VALUES["uuid"](r),
            "service": lambda: r.choice(SERVICES),
            "person": lambda: r.choice(PEOPLE),
            "text": lambda: base64.b64encode(words).decode() if slot[2] == "base64" else words.hex(),
        }
        return made[name]() if name in made else slot[0]

    return _SLOT.sub(fill, template).replace("\\n", "\n")


def lookalikes(per_kind: int = 12, seed: int = 6) -> Iterator[Row]:
    r = random.Random(seed)
    for line in (Path(__file__).parents[1] / "data" / "lookalikes.tsv").read_text("utf-8").splitlines()[1:]:
        kind, template = line.split("\t")
        for _ in range(per_kind):
            yield Row(f"like {kind}", _filled(template, r))


def leaks(row: Row, masked: str) -> bool:
    width = min(max(6, len(row.secret) * 2 // 5), 24, len(row.secret))
    rest = row.text.replace(row.secret, "\0")
    pieces = (row.secret[at : at + width] for at in range(len(row.secret) - width + 1))
    return any(piece in masked and piece not in rest for piece in pieces)
