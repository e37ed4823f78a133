"""What a value looks like: a placeholder, a reference to a secret elsewhere, made up by a person or by a machine.

How much it looks like a password or token says a small learned model, a logistic regression on its letters and its
shape; `tests/bench/value_weights.py` learned it.
"""

import re
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from string import ascii_letters, digits, punctuation
from zlib import crc32

from lore.intake.secret_places import FORM_WORDS

BUCKETS = 8192
STEP = 0.08
"""Of a weight, for each letter in the file."""
LONGEST_VALUE = 40
"""Characters of a value that are looked at."""
_SHAPE = bytes.maketrans(
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", b"A" * 26 + b"a" * 26 + b"0" * 10
)


def features(value: str) -> list[int]:
    """The buckets of a value: runs of its shape, pieces of its letters, and how the shape goes on."""
    raw = value[:LONGEST_VALUE].encode("ascii", "replace")
    shape = b"^" + raw.translate(_SHAPE) + b"$"
    letters = b"^" + raw.lower() + b"$"
    found = {crc32(b"s" + shape[at : at + size]) for size in (2, 3, 5) for at in range(len(shape) - size + 1)}
    found.update(crc32(b"l" + letters[at : at + size]) for size in (2, 3, 4) for at in range(len(letters) - size + 1))
    runs = bytes([kind for at, kind in enumerate(shape) if at == 0 or shape[at - 1] != kind])
    found.update(
        (crc32(b"r" + runs[:12]), crc32(b"n%d" % (len(runs) * 4 // len(shape))), crc32(b"m%d" % (len(raw) // 3)))
    )
    return sorted({place % BUCKETS for place in found})


@lru_cache(maxsize=1)
def _weights() -> tuple[list[int], int]:
    lines = Path(__file__).with_name("value_weights.txt").read_text("ascii").splitlines()[1:]
    return [ord(letter) - 79 for line in lines[:-1] for letter in line], int(lines[-1].split()[1])


@lru_cache(maxsize=4096)
def likeness(value: str) -> float:
    """Above 0 a value is more likely a password than a name or a number; the unit is that of a logit."""
    weights, constant = _weights()
    return STEP * (constant + sum([weights[place] for place in features(value)]))


_PLACEHOLDER = re.compile(
    r"(?i)x{5,}|\*{3,}|[•●∙]{3,}|^%\(\w+\)s$|\.{3}|…|"
    r"example|your[-_ ]?|change[-_ ]?me|replace|placeholder|dummy|redacted|insert[-_ ]|"
    r"todo\b|^<|>$|"
    r"(?:^|[-_])(?:test|mock|fake)[-_]|"
    r"^(?:test|secret|password|passwort|token|none|null|undefined|nil|true|false|string|user|pass|admin|root|foo|bar|hunter2?|"
    r"default|empty|required|optional|hidden|masked|sample|fake|mock|abc123|s3cret|postgres|mysql|redis|guest)\d{0,3}$|"
    r"^(?:0123456789|123456789|12345678|abcdef|deadbeef)"
)
_REFERENCE = re.compile(
    r"^#\{|\{[a-z_][\w.]{2,}\}|^[a-z_]{2,16}=[a-z_]\w*\.|^\d{1,3},[a-z]|^&[A-Za-z_][\w.]*\{|^[{(\[]|^\$\[|\(\?[=!:]|^@(?!\w*\d)|^\$[A-Za-z_]|^%[A-Za-z_]+%?$|\$\{|\{\{|\$\(|^![a-z]+$|getenv|environ|^env[:(]|^[-+=]?[A-Z][A-Z0-9_]+=|^[a-z]+,[\w-]+=|^[\w.]+:[a-z_]+=|^=|^:|^\?[a-z]+$|^[A-Z][A-Za-z]+\.[a-z]+[_A-Z]\w*$|resolve:|:\$$"
    r"|^(?:process|os|env|import|config|settings|secrets|vars?|self|this|ctx|context|req|request|app|params|args|options"
    r"|opts|props|data|state|user|response|res|result|body|headers|crypto|uuid|fs|path)[.\[(?]"
    r"|^(?:Read|Get|New|ConvertTo|ConvertFrom|Import|Invoke)-[A-Z][A-Za-z]+$|^[A-Za-z_][\w.]*\w\([a-z_]+=|^[A-Za-z_]\w*\.\w+[!?]?\("
    r"|^(?:dword|qword):|^hex\(\w\):|^(?:file|vault|secret|ssm|op|arn|aws|gcp|sops|doppler|keyring|bws|pass)[:(]"
    r"|^[!&*]?(?:[A-Za-z_]\w*[.:])*[A-Za-z_]{3,}!?[(\[<]|\\[sdwSDW][*+{]|\[[^\]]{0,12}[a-z0]-[zf9]|<[a-z]\w*$|^\d{1,6}(?:→|\t)|^0x[0-9a-fA-F]{40}$"
    r"|^[\w.:>!-]*\w\([^()]*\)(?:$|[.;,])|^[a-z_][\w.]*\w\([^()]*$|^[A-Z][\w.]*\w\([\w.\"'`]*$|[A-Za-z_]\(\)|\)\.|=>|::|->|\[\"|\]\.|[a-z_]!?\[[:'\"a-z]|\?\.|=\{|[<>]/"
)
_ENCRYPTED = re.compile(r"ENC\[|Ag[AB][A-Za-z0-9+/]{80}")
"""What is kept so that it can be shown: the values of SOPS and of sealed secrets."""
_CAMEL = (
    r"_?[a-z]*(?:\d{0,2}(?:[A-Z]{1,4}[a-z]{2,}|Id|Is|In|If|On|Of|Or|To|By|As|At|Up|No|Do|Go|My"
    r"|Ms|Mb|Kb|Gb|Db|Ui|Js|Ts))+(?:[A-Z]{1,4})?\d?"
)
_NAME = rf"(?:[a-z]+|[A-Z][a-z]+|[A-Z]+|{_CAMEL})"
_CODE = re.compile(
    r"[.*&!@/#+~-]{0,20}(?:"
    rf"(?:_*{_NAME}(?:_{_NAME})*\d{{0,2}}\.)+_*{_NAME}(?:_{_NAME})*\d{{0,2}}"  # dotted name
    rf"|{_NAME}(?:[_/.-]{_NAME})*[?!;+*]*"  # words and names alone
    rf"|{_CAMEL}/\S*"  # a test and its case
    r"|[A-Za-z]+(?:[-_][A-Za-z]+)*__[A-Za-z0-9]{5,6}"  # a class of a style sheet
    r"|_?[a-z]+(?:_[a-z0-9]+)+|[A-Z]+(?:_[A-Z0-9]+)+"  # snake_case, CONSTANT_CASE
    r"|#[0-9A-Fa-f]{3,8}|[a-z-]{2,40}=|[A-Z]{2,10}-\d{1,6}|v?\d+(?:[.-]\d+){1,3}[\w.-]{0,24}"  # ticket, version
    r"|\d[\d.,:/x%-]*[a-zA-Z%]{0,3}|(?:\d+(?:ms|[smhdkKMGB]))+"  # number, duration
    r"|\d{4}-\d\d-\d\d\S*|%[YmdHMS]\S*|\^\d+(?:\.\d+){1,3}"  # date, range of versions
    r"|(?:https?|file|git|ssh|ftp|mailto)\b\S*|[\w.+-]+@[\w-]+(?:\.[\w-]+)+"  # address
    r"|(?:~|\.{1,2})/\S*|(?:/[\w.@-]{1,40}){2,}/?|/[a-z]{2,}|[A-Za-z]:\\\S*"  # path
    r"|[\w.-]+(?:/[\w.-]+)*\.[a-z]{1,5}(?::\d+)*|[\w.-]+:\d+(?::\S*)?|\d+:\S*"  # file, place in a file
    r"|(?:sha\d*|md5|h1|sha512|sha256)[:-]\S*"
    r"|[\w.-]+[=<>~!]=\d[\w.*]*|[a-z]+(?:,[a-z]+(?:=\w+)?)+"  # a package, settings in a row
    r"|\w+=(?:[a-z]{2,12}|\d+)"  # setting
    r"|[a-z]{2,20}(?:/[a-z]{2,20}(?:[-_.](?:[a-z]{2,20}\d{0,3}|v?\d{1,4}))*)+"  # branch
    r"|[a-z_]{3,20}(?:\|[a-z_]{2,20}(?::[\w,.-]{1,40})?)+"  # rules in a row
    r")"
)
_NUMBERED_ONE = re.compile(r"[a-z]+(?:[-_.][a-z]+)*[-_.]\d{1,6}")
_UUID = re.compile(r"(?i)[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}")
_HEX = re.compile(r"(?:[0-9a-f]{24,}|[0-9A-F]{24,})")
_WAY = re.compile(
    r"(?i)argon2(?:id?|d)?|bcrypt|pbkdf2(?:[_-]sha\d{1,3})?|(?:ed|x)25519|hs\d{3}|aes-?\d{3}(?:-?[a-z]{3})?|(?:base\d\d|url|hex)-(?:en|de)coded|sha[23]?[_-]?\d{1,3}"
)
"""A way to hash or sign, whatever the learned model says."""
_GRANTED = re.compile(r"[a-z]{2,12}[_-](?=[a-z]{0,40}\d)(?P<body>[0-9a-z]{20,})")
_VERSIONED = re.compile(r"v\d\.(?P<body>[0-9A-Za-z]{20,})")
"""A token and which kind of token it is."""
_SET_APART = re.compile(
    r"(?:[A-Z]{3,16}|[A-Z]?[a-z]{2,16})[-_.]\d{4,6}|(?:[A-Z]?[a-z]{2,16}[-_.]){1,3}[A-Z]?[a-z]{2,16}[!?*$+%&]"
    r"|(?:[A-Z][a-z]{2,16}){2,4}\d{1,4}[!?*$+%&]?|[!#$%&*+?@_]?[A-Z][a-z]{2,16}\d{1,4}[A-Z][a-z]{2,16}"
)
"""A word and its number, or words and a mark."""
_ALGORITHM = re.compile(r"[a-z]{2,10}\d{1,4}[a-z]{0,3}")
NAMES_OF_WAYS = -2.8
"""Of `likeness`, below which a word with a number is a way of encoding, like base64."""
_SHORT_HASH = re.compile(r"[\^~]?[0-9a-f]{7,12}")
_SLUG = re.compile(r"[a-z]+\d{0,2}[a-z]?(?:[-_.][a-z]*\d{0,2}[a-z]?){2,}")
_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|[0-9]+|[^A-Za-z0-9]")
LEAST_PARTS = 0.28
"""Parts per character. Random text has above 0.4, names and sentences below 0.25."""
MINGLED = 0.45
"""Parts per character of a value in one case whose letters and digits take turns."""
LEAST_LETTERS, LEAST_PARTS_OF_LETTERS = 12, 0.2
"""For a value of letters alone, whose parts are longer; names in camel case are told apart before."""
LEAST_PARTS_OF_ISSUED = 0.15
"""Behind a published beginning even a body with a long word in it was issued."""
MOST_VOWELS = 0.34
"""Of the letters of one case; words have above 0.36, random letters 0.19."""
MOST_VOWELS_OF_ISSUED = 0.3
"""Of letters in both cases that could be a name in camel case."""
LEAST_ONE_CASE, LEAST_PAIRS = 20, 5
SURPRISING = 10.4
"""Halves of a bit for each pair; words have about 8, random letters 14 (`tests/bench/letter_pairs.py`)."""
_PLAIN_WORD = r"(?:[A-Z]?[a-z]{2,}|[A-Z]{2,})"
_WORDS = re.compile(r"(?:^|[_-])[A-Z]?[a-z]{4,}(?:[_-][A-Za-z]+)?[_-][A-Z]?[a-z]{4,}(?:$|[_-])")
_WORDS_AND_NUMBER = re.compile(
    rf"{_PLAIN_WORD}(?:[-_.]{_PLAIN_WORD})*[-_.]?\d{{1,4}}(?:[-_.](?:{_PLAIN_WORD}|\d{{1,3}}))*"
)
_MARKS = frozenset("!@#$%^&*+?~=")
PUNCTUATION = frozenset(punctuation)
_TYPED = frozenset(ascii_letters + digits + "._-!@#$%^*+?")
UNLIKE_CODE = 3.0
"""Of `likeness`, from which on what could be a dotted name or a slug is a password."""
MACHINE_MADE, MANY_MARKS = 40, 9
"""Characters, and different marks among them, of a value that a generator made of all that a keyboard has."""
_TYPEABLE = re.compile(r"[A-Za-z0-9!@#$%^*?_.-]{8,40}")


_STANDING_WORDS = (
    "development placeholder 1234567890 production 123456789 anthropic dashboard generated 12345678 "
    "password personal redacted variable account example hugging private removed replace access actual "
    "change docker github gitlab google hidden insert masked openai random sample secret string stripe "
    "12345 bearer client dummy enter paste slack token value 1234 auth demo face fake from goes here live long mock "
    "name pass prod real some test that this todo user with your 123 456 789 abc add api app aws bar baz "
    "def env foo key new not npm old own put tbd the var you an db id me my no a"
)
"""Longest first: of each place in a placeholder one reading is tried, so that none takes long."""
_STANDS_FOR = re.compile(
    rf"(?i)(?:(?>{'|'.join(_STANDING_WORDS.split())}|(?P<one>[xyz01*.…#])(?P=one)+|[<>\[\]…])[-_ .]*+)++"
)
_EXAMPLE_ENDS = ("EXAMPLE", "EXAMPLEKEY", "_example", "-example")
_COUNTED = frozenset(("0000", "1234", "12345", "123456", "1234567", "12345678", "123456789", "1234567890"))
_SEQUENCES = frozenset(("abcdef", "deadbeef"))
_VOWELS = frozenset("aeiouAEIOU")


@lru_cache(maxsize=2048)
def is_issued(body: str) -> bool:
    """Whether an issuer made this body of a token; a word in it proves nothing, only a placeholder as a whole does."""
    if len(set(body)) < 6 or body.endswith(_EXAMPLE_ENDS) or _STANDS_FOR.fullmatch(body):
        return False
    if _WORDS.search(body) and not any(map(str.isdigit, body)):
        return False
    if any(map(str.isdigit, body)) and len(_PART.findall(body)) / len(body) >= LEAST_PARTS_OF_ISSUED:
        return not _WORDS_AND_NUMBER.fullmatch(body)
    if body.islower() or body.isupper():
        return body.isalnum() and sum(letter in _VOWELS for letter in body) / len(body) < MOST_VOWELS
    if len(_PART.findall(body)) / len(body) < LEAST_PARTS_OF_LETTERS:
        return False
    return not _CODE.fullmatch(body) or sum(letter in _VOWELS for letter in body) / len(body) < MOST_VOWELS_OF_ISSUED


def is_placeholder(value: str, least: int = 5) -> bool:
    """Whether a value stands for a secret that is not there; a word like "example" in a strong one proves nothing.

    least: different letters that a secret has.
    """
    if len(set(value)) < (3 if value.isalpha() and len(value) > 5 else least) or value.endswith(_EXAMPLE_ENDS):
        return True
    if _STANDS_FOR.fullmatch(value.strip("_-")) and not any(map(str.isdigit, value)):
        return True
    match = _PLACEHOLDER.search(value[:60])
    if match is None:
        return False
    word = match.group().rstrip("-_ ")
    if not word.isalpha() or word.lower() in _SEQUENCES:
        return True
    rest = value[: match.start()] + value[match.end() :]
    return not (is_strong(rest) or is_random(rest, 12))


def is_reference(value: str) -> bool:
    """Whether a value names where the secret is kept, or computes it. Long text full of marks is no expression."""
    if _ENCRYPTED.match(value):
        return True
    if len(value) >= MACHINE_MADE and len(PUNCTUATION.intersection(value)) >= MANY_MARKS and " " not in value:
        return False
    if value.startswith("$") and is_typed(value[1:]):
        return False  # no name of a variable has such marks
    return bool(_REFERENCE.search(value))


def is_random(value: str, shortest: int) -> bool:
    """Whether a machine made the value: long, and of parts or pairs of letters as in random text."""
    if len(value) < shortest or not value.isascii() or _WAY.fullmatch(value):
        return False
    if _UUID.fullmatch(value) or (_HEX.fullmatch(value) and not value.isdigit()):
        return True
    if (granted := _GRANTED.fullmatch(value) or _VERSIONED.fullmatch(value)) and is_random(granted["body"], 16):
        return True
    if (
        value.isdigit()
        or is_counted(value)
        or (_CODE.fullmatch(value) and not (len(value) >= 16 and "." not in value and is_surprising(value)))
    ):
        return False
    if _SLUG.fullmatch(value) and not is_surprising(value):
        return False
    parts = len(_PART.findall(value)) / len(value)
    if any(map(str.isdigit, value)):
        return parts >= LEAST_PARTS or (len(value) >= LEAST_LETTERS and is_surprising(value))
    if value.islower() or value.isupper():
        return len(value) >= LEAST_ONE_CASE and value.isalpha() and is_surprising(value)
    return len(value) >= LEAST_LETTERS and parts >= LEAST_PARTS_OF_LETTERS


@lru_cache(maxsize=1)
def _surprise() -> tuple[int, ...]:
    """How surprising each pair of letters is in names and prose, in halves of a bit: 26 for each first letter."""
    digits = Path(__file__).with_name("letter_pairs.txt").read_text("ascii").splitlines()[-26:]
    return tuple(int(digit, 36) for row in digits for digit in row)


def is_surprising(value: str) -> bool:
    """Whether its pairs of letters are those of random text, not of words (a bigram model; see tests/bench)."""
    pairs, table = 0, _surprise()
    total = 0
    lowered = value.lower()
    for first, second in pairwise(lowered):
        if "a" <= first <= "z" and "a" <= second <= "z":
            pairs += 1
            total += table[(ord(first) - 97) * 26 + ord(second) - 97]
    return pairs >= LEAST_PAIRS and total / pairs >= SURPRISING


def is_uuid(value: str) -> bool:
    """Whether it is a UUID as a whole, which is mostly the number of something."""
    return bool(_UUID.fullmatch(value))


def is_counted(value: str) -> bool:
    """Whether it is words and the number of one of many: a password perhaps, never a key."""
    return bool(_NUMBERED_ONE.fullmatch(value))


def is_token_like(value: str) -> bool:
    """Whether it could be a machine's secret by itself: hexadecimal, a UUID, or letters of both cases."""
    cases = not value.islower() and not value.isupper()
    if not is_random(value, 16):
        return False
    mingled = len(_PART.findall(value)) / len(value) >= MINGLED and not _SLUG.fullmatch(value)
    return cases or mingled or is_surprising(value) or bool(_HEX.fullmatch(value) or _UUID.fullmatch(value))


def is_set_apart(value: str) -> bool:
    """Whether it could be a password where a name is given one: words and a number or mark, and no word of forms."""
    if not _SET_APART.fullmatch(value):
        return False
    return not FORM_WORDS.intersection(word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", value))


def is_strong(value: str) -> bool:
    """Whether a person would call it a strong password: both cases, a digit and a mark."""
    return (
        is_made_up(value)
        and len(value) >= 8
        and any(map(str.isupper, value))
        and any(map(str.islower, value))
        and any(map(str.isdigit, value))
        and any(character in _MARKS for character in value)
    )


def is_typed(value: str) -> bool:
    """Whether it could only be a password a person types: strong, and of nothing that code has."""
    return bool(_TYPEABLE.fullmatch(value)) and is_strong(value)


@lru_cache(maxsize=2048)
def is_made_up(value: str) -> bool:
    """Whether a person made it up as a password: letters with a digit or a mark, and no name of something else."""
    if (
        not 5 <= len(value) <= 128
        or value.startswith("--")
        or _WAY.fullmatch(value)
        or _SHORT_HASH.fullmatch(value)
        or _UUID.fullmatch(value)
    ):
        return False
    if _CODE.fullmatch(value) and not (set(value) <= _TYPED and likeness(value) >= UNLIKE_CODE):
        return False
    if _ALGORITHM.fullmatch(value) and likeness(value) < NAMES_OF_WAYS:
        return False
    letters = any(map(str.isalpha, value if value.isascii() else re.sub(r"[^\x00-\x7f]", "", value)))
    numbers = any(map(str.isdigit, value))
    marks = any(character in _MARKS for character in value)
    return letters and (numbers or marks)
