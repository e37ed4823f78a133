"""Values of the later frames: passwords, tokens, codes and phrases in forms that `secret_frames` does not make."""

import base64
import json
import random
from collections.abc import Callable
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits
from urllib.parse import quote

_PLAIN = (  # noqa: SIM905
    "sunshine princess football letmein starwars whatever freedom trustno computer internet blueberry hamster "
    "schatzi fussball sommer kartoffel bonjour chocolat soleil estrella mariposa tequiero farfalla juventus"
).split()
_PARTS = (  # noqa: SIM905
    "copper meadow Falcon ginger Anchor velcro turnip Saturn walnut Bremen puzzle Cobalt magnet oyster Tundra "
    "fender quartz Bandit sierra nougat Wombat zephyr dahlia Pixel marble Kiwi gondola"
).split()
_SEEDS = (  # noqa: SIM905
    "abandon ability absorb actor album anchor april autumn bacon blanket bronze cabin canyon cattle civil cliff cram "
    "daring decade denial dolphin dwarf elbow ensure fiscal flock gadget garlic gospel harvest hobby humble island "
    "jungle kidney ladder lobster mango meadow nephew oblige orphan panther pudding quantum rabbit rescue "
    "scout siege sketch tackle tiger tunnel umbrella velvet village wagon zebra"
).split()
_OTHERS = (  # noqa: SIM905
    "acorn biscuit canoe denim ember fiddle granite hazel indigo jigsaw koala lemon mitten noodle opal pepper quiver "
    "raven saddle tulip urchin velvet wafer yonder zipper basil comet drizzle"
).split()
_LAST = "ocean timber rocket bishop cactus mirror violet pigeon marlin sonnet goblin turbine fiasco walnut".split()  # noqa: SIM905
_POOR = "butterfly asdfgh charlie pumpkin ronaldo banana summer24 flower iloveyou arsenal passwort1 welcome1".split()  # noqa: SIM905
_EASY = "dragon monkey cookies liverpool samsung michael shadow passion bubbles gandalf sommer2 hallo123 azerty".split()  # noqa: SIM905
_SPARE = "seagull marmalade tractor Quince flannel Badger turmeric Sparrow chimney lavender Gecko sawdust".split()  # noqa: SIM905
_CELLAR = "gherkin trombone Wallaby oregano chisel Plover bagpipe tinsel Gannet molasses spatula Heron".split()  # noqa: SIM905
_HARBOUR = "walnut Osprey caravan paprika Juniper anvil moorhen Tapir velour crumpet Sextant bramble".split()  # noqa: SIM905
_SMALL = "abcdefghkmnprstuw"
_HUMAN = "bcdfghjkmnprstvwz"


def letters(r: random.Random, size: int, alphabet: str = ascii_letters + digits) -> str:
    return "".join(r.choice(alphabet) for _ in range(size))


def _spoken(r: random.Random) -> str:
    made = "".join(r.choice(_HUMAN) + r.choice("aeiou") for _ in range(r.choice([4, 5])))
    at = r.randrange(1, len(made))
    return made[:at].title() + r.choice(digits) + made[at:]


def _chosen(r: random.Random, marks: str) -> str:
    one, two, three = r.sample(_PARTS, 3)
    return r.choice(
        [
            f"{one.title()}{two.lower()}{r.randrange(10, 99)}",
            f"{one.title()}{r.choice(marks)}{r.randrange(1000, 9999)}",
            f"{one.lower()}-{two.lower()}-{three.lower()}-{r.randrange(10, 99)}",
            f"{r.choice(['qwe', 'asd', 'yxc'])}{r.choice(marks)}{r.randrange(10, 99)}{r.choice(['RTZ', 'FGH', 'VBN'])}",
            f"{letters(r, 3, ascii_uppercase)}{letters(r, 4, _SMALL)}{r.randrange(1950, 2010)}{r.choice(marks)}",
            _spoken(r),
            r.choice("-_.").join(letters(r, size) for size in (3, 4, 3)) + r.choice(marks) + r.choice(digits),
            letters(r, 7) + r.choice(digits) + r.choice(ascii_uppercase) + letters(r, 7),
            f"{r.choice(marks)}{letters(r, 8)}{r.choice(digits)}{r.choice(marks)}{letters(r, 3)}",
            f"{one.lower()}{r.choice(marks)}{two.lower()}",
        ]
    )


_HEX, _SMALL_AND_DIGITS, _MARKED = "0123456789abcdef", ascii_lowercase + digits, ascii_letters + digits + "-_"
_LETTERS = ascii_letters + digits
_TURNED = ascii_letters + "-_" + digits
_HANDED, _HANDED_SIZES = [_LETTERS, _HEX, _SMALL_AND_DIGITS, _TURNED], [20, 25, 32, 37, 43, 51, 64]


def token(alphabets: list[str], heads: str, sizes: list[int]) -> Callable[[random.Random, int], str]:
    """Makes tokens of these sizes; `heads`: what may stand before one, with a blank between."""

    def made(r: random.Random, n: int) -> str:
        alphabet, head = r.choice(alphabets), r.choice(heads.split(" "))
        return head + letters(r, r.choice(sizes), alphabet) + r.choice(digits)

    return made


def _mixed(r: random.Random, size: int) -> str:
    return letters(r, size - 3) + r.choice(ascii_uppercase) + r.choice(digits) + r.choice(ascii_lowercase)


def _encoded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def _groups(r: random.Random, count: int, size: int) -> str:
    return "-".join(letters(r, size, "23456789ABCDEFGHJKLMNPQRSTVWXYZ") for _ in range(count))


def _set(r: random.Random, marks: str) -> str:
    one, two, three = r.sample(_OTHERS, 3)
    return r.choice(
        [
            f"{one}{r.randrange(10, 999)}{two}",
            f"{one.title()}{two.title()}{three.title()}{r.randrange(1, 9)}",
            f"{one[:4]}{r.choice(marks)}{two[:4].upper()}{r.choice(marks)}{r.randrange(10, 99)}",
            f"{r.randrange(1960, 2012)}{one.title()}{r.choice(marks)}",
            "".join(r.choice(_SMALL) for _ in range(6)) + "-" + letters(r, 6) + "-" + letters(r, 5) + r.choice(digits),
            letters(r, 5) + r.choice(marks) + letters(r, 5) + r.choice(marks) + r.choice(digits),
            letters(r, r.choice([9, 11, 15, 19])) + r.choice(digits) + r.choice(ascii_uppercase),
            f"{one.title()}{r.choice(marks)}{r.randrange(1, 99)}",
            one.replace("a", "@" if "@" in marks else "4").replace("e", "3").title() + str(r.randrange(10, 9999)),
        ]
    )


def _kept(r: random.Random, marks: str) -> str:
    one, two = r.sample(_LAST, 2)
    return r.choice(
        [
            f"{one}-{r.randrange(100, 9999)}-{two}",
            f"{one.upper()[:3]}{two}{r.choice(marks)}{r.randrange(10, 99)}",
            f"{r.choice(marks)}{one.title()}{r.randrange(1, 99)}{two.title()}",
            letters(r, 4) + "-" + letters(r, 4) + r.choice(digits) + "-" + letters(r, 4),
            letters(r, r.choice([8, 10, 12, 16, 20, 24])) + r.choice(digits) + r.choice("aKz"),
            one.replace("o", "0").replace("i", "1").title() + r.choice(marks) + str(r.randrange(10, 999)),
            f"{one.title()}_{two.title()}_{r.randrange(1, 99)}",
            letters(r, 6) + r.choice(marks) + letters(r, 4) + r.choice(digits),
        ]
    )


def _spare(r: random.Random, marks: str) -> str:
    one, two = r.sample(_SPARE, 2)
    return r.choice(
        [
            f"{one.title()}{two.title()}{r.choice(marks)}{r.randrange(1, 99)}",
            f"{r.randrange(10, 999)}{r.choice(marks)}{one}",
            f"{one[:3].upper()}{r.randrange(100, 999)}{two[:3]}{r.choice(marks)}",
            f"{one}{r.choice(marks)}{r.randrange(1, 99)}{two[0].upper()}",
            f"zaq1{r.choice(marks)}XSW{r.randrange(2, 99)}",
            letters(r, r.choice([8, 10, 13, 17])) + r.choice(digits),
            letters(r, 5) + r.choice(marks) + letters(r, 7) + r.choice(marks) + r.choice(digits),
            ".".join((letters(r, 4, ascii_lowercase), letters(r, 4, _SMALL + digits), letters(r, 4, digits))),
            f"{one.title()}{r.randrange(1, 9)}{two.title()}{r.randrange(1, 9)}",
            one.title().replace("a", "4").replace("e", "3") + str(r.randrange(10, 99)),
        ]
    )


def _stored(r: random.Random, marks: str, words: list[str]) -> str:
    """A password as the fourteenth and the fifteenth set have them, each of its own words."""
    one, two = r.sample(words, 2)
    return r.choice(
        [
            f"{one.title()}{r.choice(marks)}{two.lower()}{r.randrange(1, 99)}",
            f"{one.lower()}{r.randrange(1950, 2030)}{r.choice(marks)}",
            f"{one[:4].title()}-{two[:4].title()}-{r.randrange(10, 999)}",
            f"{r.choice(marks)}{r.randrange(10, 99)}{one.title()}{two.title()}",
            f"{one.lower()}.{two.lower()}.{r.randrange(1, 99)}",
            one.lower().replace("o", "0").replace("a", "@" if "@" in marks else "4") + str(r.randrange(1, 999)),
            letters(r, 3, ascii_lowercase) + letters(r, 3, digits) + letters(r, 3, ascii_uppercase) + r.choice(marks),
            letters(r, r.choice([9, 12, 14, 18, 22])) + r.choice(digits) + r.choice("kQz"),
            letters(r, 6) + r.choice(marks) + letters(r, 3) + r.choice(marks) + letters(r, 2, digits),
            f"{one.title()}{two.title()}{r.choice(marks)}",
        ]
    )


def _of_own_words(name: str, words: list[str]) -> dict[str, Callable[[random.Random, int], str]]:
    return {
        name: lambda r, n: _stored(r, "!#$%*+?@&", words),
        f"{name}url": lambda r, n: _stored(r, "!*_~", words),
        f"{name}flag": lambda r, n: letters(r, 1, ascii_letters) + _stored(r, "_+", words),
        f"{name}csv": lambda r, n: _stored(r, "!*#", words),
        f"{name}xml": lambda r, n: _stored(r, "!#*+?@", words),
    }


SHAPES: dict[str, Callable[[random.Random, int], str]] = {
    "word": lambda r, n: r.choice(_PLAIN),
    "pwv": lambda r, n: _chosen(r, "!#$%&*+?@"),
    "pwvurl": lambda r, n: _chosen(r, "!*_~"),
    "pwvflag": lambda r, n: letters(r, 1, ascii_letters) + _chosen(r, "_"),
    "pwvcsv": lambda r, n: _chosen(r, "!*#"),
    "pwvxml": lambda r, n: _chosen(r, "!#*+?@"),
    "tokv": token(
        [_LETTERS, _HEX, "0123456789ABCDEF", _SMALL_AND_DIGITS, _MARKED],
        "    eu_ tok- prod_",
        [20, 24, 26, 33, 40, 48, 52, 60],
    ),
    "mixed": _mixed,
    "pct": lambda r, n: quote(
        f"{letters(r, 4)}{r.choice('@/#')}{r.choice(_PARTS)}{r.choice('!&?')}{r.randrange(10, 99)}"
    ),
    "b64pw": lambda r, n: _encoded(_chosen(r, "!?*")),
    "b64json": lambda r, n: _encoded(json.dumps({"auths": {"r.test": {"auth": _encoded(f"ci:{_mixed(r, 14)}")}}})),
    "dice": lambda r, n: " ".join(word.lower() for word in r.sample(_PARTS, r.choice([4, 5, 6]))),
    "seed": lambda r, n: " ".join(r.sample(_SEEDS, 12)),
    "seedword": lambda r, n: r.choice(_SEEDS),
    "seednum": lambda r, n: "\n".join(f"{at}. {word}" for at, word in enumerate(r.sample(_SEEDS, 10), 3))[3:],
    "keygroup": lambda r, n: _groups(r, r.choice([5, 6]), 5),
    "spaced": lambda r, n: f"{letters(r, 3, '123456789')} {letters(r, 3, '123456789')}",
    "paircode": lambda r, n: r.choice(
        [
            _groups(r, 2, 4),
            letters(r, 3, "123456789") + "-" + letters(r, 3, "123456789"),
            letters(r, 6, "23456789ABCDEFGHJKLMNPQR"),
        ]
    ),
    "matter": lambda r, n: f"{letters(r, 4, '123456789')}-{letters(r, 3, '123456789')}-{letters(r, 4, '123456789')}",
    "wrd": lambda r, n: r.choice(_EASY),
    "pwu": lambda r, n: _set(r, "!#$%&*+?@^"),
    "pwuurl": lambda r, n: _set(r, "!*_~"),
    "pwuflag": lambda r, n: letters(r, 1, ascii_letters) + _set(r, "_"),
    "wrt": lambda r, n: r.choice(_POOR),
    "pwt": lambda r, n: _kept(r, "!#$%&*+?@"),
    "pwturl": lambda r, n: _kept(r, "!*_~"),
    "tkt": token([_LETTERS, _LETTERS, _HEX, _TURNED], "    kl_ tk- api_", [24, 30, 32, 40, 48, 63]),
    "dicet": lambda r, n: " ".join(r.sample(_LAST, r.choice([4, 5, 6]))),
    "tku": token(
        [_LETTERS, _HEX, _SMALL_AND_DIGITS, ascii_letters + digits + "_-"],
        "   mt- sk_ key- v2.",
        [23, 28, 31, 36, 42, 46, 56, 64],
    ),
    "diceu": lambda r, n: " ".join(r.sample(_OTHERS, r.choice([4, 5, 7]))),
    "diceh": lambda r, n: "-".join(r.sample(_OTHERS, 5)),
    "groupsu": lambda r, n: letters(r, 4, ascii_uppercase) + "-" + letters(r, 3, ascii_uppercase) + r.choice(digits),
    "seedarr": lambda r, n: ", ".join(f'"{word}"' for word in r.sample(_SEEDS, 12)),
    "seedcomma": lambda r, n: ", ".join(r.sample(_SEEDS, 12)),
    "seed24": lambda r, n: " ".join(r.sample(_SEEDS, 24)),
    "intarr": lambda r, n: ", ".join(str(r.randrange(256)) for _ in range(32)),
    "pwm": lambda r, n: _spare(r, "!#$%*+?@&"),
    "pwmurl": lambda r, n: _spare(r, "!*_~"),
    "pwmflag": lambda r, n: letters(r, 1, ascii_letters) + _spare(r, "_+"),
    "pwmcsv": lambda r, n: _spare(r, "!*#"),
    "pwmxml": lambda r, n: _spare(r, "!#*+?@"),
    "tkm": token([_LETTERS, _HEX, _SMALL_AND_DIGITS, _MARKED], "   lk_ at- LARK", [22, 26, 34, 40, 45, 58, 64]),
    "pin": lambda r, n: letters(r, r.choice([4, 5, 6]), "23456789"),
    **_of_own_words("pwn", _CELLAR),
    **_of_own_words("pwo", _HARBOUR),
    "tkn": token(_HANDED, "   qk_ mt-", _HANDED_SIZES),
    "tko": token(_HANDED, "   hb_ v1.", _HANDED_SIZES),
    "carray": lambda r, n: ", ".join(f"0x{letters(r, 2, '0123456789abcdef')}" for _ in range(16)),
}
"""By the name a template has for it; the number is a size where the form has one."""
