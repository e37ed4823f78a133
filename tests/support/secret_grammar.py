"""Texts that hand over a secret, and texts that only speak of one, made at random from `data/secret_grammar`."""

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits

from support.secret_sets import Row
from support.secret_shapes import letters

DATA = Path(__file__).parents[1] / "data" / "secret_grammar"
_SLOT = re.compile(r"<([A-Za-z]+)>|\{([a-z]+)(2?)\}")
_SECRETS = frozenset(("password", "word", "token", "pin", "code", "groups", "phrase", "hyphens", "seed"))
MARKS = "!@#$%^&*+?_.-=~"
DEEPEST = 12


class Grammar:
    """The texts of one file, with values made from `words`."""

    def __init__(self, name: str, words: list[str], ways: list[Callable[[random.Random], str]]) -> None:
        self.words, self.ways = words, ways
        self.names: dict[str, list[str]] = {}
        self.texts: list[str] = []
        for line in (DATA / name).read_text("utf-8").split("\n"):
            head, sign, rest = line.partition(" := ")
            if sign:
                self.names[head] = rest.split("|")
            elif line and not line.startswith("# "):
                self.texts.append(line)

    def rows(self, each: int, seed: int) -> Iterator[Row]:
        r = random.Random(seed)
        for template in self.texts:
            for _ in range(each):
                text = self._filled(template.replace("\\n", "\n").replace("\\t", "\t"), r, 0)
                secret = text[text.index("\x01") + 1 : text.index("\x02")] if "\x01" in text else ""
                yield Row(template, text.replace("\x01", "").replace("\x02", ""), secret)

    def _filled(self, template: str, r: random.Random, depth: int) -> str:
        def fill(slot: re.Match[str]) -> str:
            name, value, other = slot.groups()
            if name:
                return self._name(name, r, depth)
            if value not in _VALUES and value not in ("password", "word", "phrase", "hyphens", "seed"):
                return slot[0]
            made = self._value(value, r)
            return f"\x01{made}\x02" if value in _SECRETS and not other else made

        return _SLOT.sub(fill, template)

    def _name(self, name: str, r: random.Random, depth: int) -> str:
        if name.lower() == "any":
            word = r.choice(self.words)
            return word if name == "any" else word.upper() if name == "ANY" else word.title()
        if name not in self.names or depth > DEEPEST:
            return f"<{name}>"
        return self._filled(r.choice(self.names[name]), r, depth + 1)

    def _value(self, value: str, r: random.Random) -> str:
        words = r.sample(self.words, 16)
        if value == "password":
            return r.choice(self.ways)(r) if r.random() < 0.85 else _other(words, r)
        if value == "word":
            return r.choice(
                [words[0], words[0], words[0].title(), words[0] + str(r.randrange(1, 100)), words[0] + words[1]]
            )
        if value == "phrase":
            return " ".join([word for word in words if len(word) > 3][: r.choice([4, 5, 6])])
        if value == "hyphens":
            return "-".join(words[: r.choice([3, 4, 5])])
        if value == "seed":
            return " ".join(words[: r.choice([12, 15])])
        return _VALUES[value](r)


def _other(words: list[str], r: random.Random) -> str:
    parts = [words[0], words[1].title(), words[2].upper()[:4], str(r.randrange(3000)), r.choice(MARKS), letters(r, 4)]
    return "".join(r.sample(parts, r.choice([2, 3, 4])))[:24] + r.choice("0aZ9!")


def _token(r: random.Random) -> str:
    alphabet = r.choice(
        [
            ascii_letters + digits,
            "0123456789abcdef",
            ascii_lowercase + digits,
            ascii_uppercase + digits,
            ascii_letters + digits + "-_",
        ]
    )
    head = r.choice(["", "", "", letters(r, r.randrange(1, 5), ascii_lowercase + digits) + r.choice("-_.")])
    return head + letters(r, r.randrange(18, 66), alphabet) + r.choice(digits)


def _code(r: random.Random) -> str:
    size, mark = r.choice([3, 4, 5]), r.choice("--- ")
    alphabet = r.choice([digits, ascii_uppercase + digits, ascii_lowercase + digits])
    if mark == " ":
        return f"{letters(r, 3, digits)}-{letters(r, 3, digits)}"
    return mark.join(letters(r, size, alphabet) for _ in range(r.choice([2, 2, 3])))


def _uuid(r: random.Random) -> str:
    return "-".join(letters(r, size, "0123456789abcdef") for size in (8, 4, 4, 4, 12))


def _numbered(r: random.Random) -> str:
    """The number of a thing, in the ways that programs and offices number things."""
    upper, lower, hexadecimal = ascii_uppercase + digits, ascii_lowercase + digits, "0123456789abcdef"
    ways: list[Callable[[], str]] = [
        lambda: r.choice("-.").join(letters(r, 4, upper) for _ in range(r.choice([3, 4]))),
        lambda: letters(r, r.choice([8, 10, 12, 17]), upper),
        lambda: letters(r, r.choice([10, 17, 20]), lower),
        lambda: letters(r, r.choice([10, 14, 21, 24, 27]), ascii_letters + digits),
        lambda: f"{letters(r, r.choice([2, 3, 4]), ascii_lowercase)}_{letters(r, r.choice([14, 20, 24]))}",
        lambda: f"{letters(r, r.choice([1, 2, 3]), ascii_uppercase)}-{letters(r, r.choice([4, 6]), digits)}",
        lambda: f"{letters(r, 2, ascii_uppercase)}{r.randrange(2020, 2027)}-{letters(r, 5, digits)}",
        lambda: f"{letters(r, 5, digits)}-{letters(r, 3, upper)}-{letters(r, 2, ascii_uppercase)}",
        lambda: f"{letters(r, 8, hexadecimal)}-{letters(r, 3, ascii_uppercase)}",
        lambda: f"1-{letters(r, 8, hexadecimal)}-{letters(r, 24, hexadecimal)}",
        lambda: letters(r, r.choice([12, 16, 24]), hexadecimal),
        lambda: letters(r, 24, hexadecimal.upper()),
        lambda: "01" + letters(r, 24, "0123456789ABCDEFGHJKMNPQRSTVWXYZ"),
    ]
    return r.choice(ways)()


_VALUES: dict[str, Callable[[random.Random], str]] = {
    "token": _token,
    "pin": lambda r: letters(r, r.choice([4, 4, 5, 6, 6, 8]), digits),
    "code": _code,
    "groups": lambda r: "-".join(letters(r, 5, ascii_uppercase + digits) for _ in range(r.choice([4, 5, 6]))),
    "num": lambda r: letters(r, r.choice([3, 4, 4, 5, 6]), digits),
    "small": lambda r: str(r.randrange(1, 40)),
    "hash": lambda r: letters(r, r.choice([7, 9, 40]), "0123456789abcdef"),
    "digest": lambda r: letters(r, r.choice([43, 64]), ascii_letters + digits),
    "id": lambda r: letters(r, r.choice([5, 9]), ascii_lowercase + digits),
    "serial": _numbered,
    "uuid": _uuid,
    "version": lambda r: f"{r.randrange(30)}.{r.randrange(30)}.{r.randrange(9)}",
}
