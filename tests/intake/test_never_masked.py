"""What is never a secret, wherever it stands: placeholders, ids, public keys, numbers; each kind in each spelling."""

import base64
import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import product
from random import Random
from string import ascii_lowercase, ascii_uppercase, digits
from uuid import UUID

import pytest

from lore.intake.secrets import mask

KEY = b"for tests"
ALNUM = digits + ascii_uppercase + ascii_lowercase
CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
YEARS = range(2013, 2034)
NAMED = (
    "API_KEY={}", "api_key: {}", '"apiKey": "{}",', "export ACME_TOKEN='{}'", 'client_secret = "{}"',
    "DB_PASSWORD={}",
    "password: {}", "Authorization: Bearer {}", "X-Api-Key: {}", "login --token {}", "https://acme.test/?token={}&page=2",
    "const secret = '{}';", "use the token {} for it", "curl -u admin:{} https://acme.test", "the password is {}",
)  # fmt: skip
KEYED = (
    "key={}", "key: {}", '{{"key": "{}"}}', "GET /v1/items?key={}&page=2 200", "<Row key='{}'>", "cache_key = {}",
    "idempotency-key: {}", "primary_key={}", "partition_key: '{}'", "request_id={} auth ok", "secretId: {}",
    "x-request-id: {}", "login of user {} failed", "session={} token refreshed",
    "revoked token {}", "msg='secret rotated' session={}", "deleted secret {} of acme", "api_key_id = \"{}\"",
)  # fmt: skip


def _letters(r: Random, count: int, alphabet: str = ALNUM) -> str:
    return "".join(r.choice(alphabet) for _ in range(count))


def _number(value: int, alphabet: str, width: int) -> str:
    made = ""
    for _ in range(width):
        value, place = divmod(value, len(alphabet))
        made = alphabet[place] + made
    return made


def _time(r: Random) -> int:
    """Milliseconds since 1970 of some day on which an id could have been made."""
    return int(datetime(r.choice(YEARS), r.randint(1, 12), r.randint(1, 28), tzinfo=UTC).timestamp()) * 1000


def _uuid(r: Random, version: int, head: int) -> str:
    return str(UUID(int=head << 80 | version << 76 | r.getrandbits(12) << 64 | 2 << 62 | r.getrandbits(62)))


def _uuid_1(r: Random) -> str:
    ticks = (_time(r) + 12_219_292_800_000) * 10_000
    return str(
        UUID(fields=(ticks & 0xFFFFFFFF, ticks >> 32 & 0xFFFF, ticks >> 48 | 1 << 12, 0x9A, 7, r.getrandbits(48)))
    )


def _uuid_6(r: Random) -> str:
    ticks = (_time(r) + 12_219_292_800_000) * 10_000
    return str(UUID(int=(ticks >> 12) << 80 | 6 << 76 | (ticks & 0xFFF) << 64 | 2 << 62 | r.getrandbits(62)))


def _ksuid(r: Random) -> str:
    return _number((max(_time(r), 1_490_000_000_000) // 1000 - 1_400_000_000) << 128 | r.getrandbits(128), ALNUM, 27)


TIME_ORDERED: dict[str, Callable[[Random], str]] = {
    "ULID": lambda r: _number(_time(r), CROCKFORD, 10) + _letters(r, 16, CROCKFORD),
    "ULID in small letters": lambda r: (_number(_time(r), CROCKFORD, 10) + _letters(r, 16, CROCKFORD)).lower(),
    "UUID 1": _uuid_1,
    "UUID 6": _uuid_6,
    "UUID 7": lambda r: _uuid(r, 7, _time(r)),
    "UUID 7 in capitals": lambda r: _uuid(r, 7, _time(r)).upper(),
    "snowflake": lambda r: str((_time(r) - 1_288_834_974_657) << 22 | r.getrandbits(22)),
}
"""What says by its own digits when it was made: no secret is so regular."""
IDS: dict[str, Callable[[Random], str]] = {
    **TIME_ORDERED,
    "UUID 4": lambda r: _uuid(r, 4, r.getrandbits(48)),
    "KSUID": _ksuid,
    "object of MongoDB": lambda r: f"{_time(r) // 1000:08x}{_letters(r, 16, '0123456789abcdef')}",
}
OBJECTS = ("cus", "sub", "pi", "pm", "ch", "in", "price", "evt", "txn", "acct", "seti", "cs_test", "cs_live")


def _encoded(part: bytes) -> str:
    return base64.urlsafe_b64encode(part).decode().rstrip("=")


def _signed(r: Random, role: str) -> str:
    claims = json.dumps({"role": role, "ref": _letters(r, 20)}).encode()
    return ".".join(map(_encoded, (b'{"alg":"HS256"}', claims, r.randbytes(32))))


def _dsn(r: Random) -> str:
    key, place, project = _letters(r, 32, "0123456789abcdef"), _letters(r, 6, digits), _letters(r, 7, "123456789")
    return f"https://{key}@o{place}.ingest.acme.test/{project}"


def _of(name: str) -> Callable[[Random], str]:
    return lambda r: f"{name}_{_letters(r, r.choice([14, 16, 24]))}"


PUBLIC: dict[str, Callable[[Random], str]] = {
    **{name: _of(name) for name in OBJECTS},
    "product": lambda r: f"prod_{_letters(r, 14)}",
    "publishable": lambda r: f"pk_{r.choice(['live', 'test'])}_{_letters(r, r.choice([24, 32, 99]))}",
    "publishable, an address": lambda r: "pk_live_" + _encoded(f"{_letters(r, 9)}.acme.test$".encode()),
    "of a database": lambda r: f"sb_publishable_{_letters(r, 22)}_{_letters(r, 8)}",
    "of statistics": lambda r: f"phc_{_letters(r, 43)}",
    "of maps": lambda r: f"pk.eyJ1Ijoi{_letters(r, 40)}.{_letters(r, 22)}",
    "anonymous": lambda r: _signed(r, "anon"),
    "of a curve": lambda r: _encoded(b"\x04" + r.randbytes(64)),
}
THINGS = ("api key", "token", "secret", "password", "access token", "client secret")
STAND_FOR = (
    "your {}", "your {} here", "my {} here", "insert {} here", "put your {} here", "replace with your {}", "enter {}",
    "example {}", "{} example", "dummy {}", "fake {}", "{} placeholder", "change me", "changeme", "replace me", "todo",
    "redacted", "not a real {}", "the {} goes here", "add {} here", "paste {} here", "sample {}",
)  # fmt: skip
SPELLINGS: tuple[Callable[[str], str], ...] = (
    lambda words: words.replace(" ", "_").upper(),
    lambda words: words.replace(" ", "-"),
    lambda words: words.replace(" ", "_"),
    lambda words: words.title().replace(" ", ""),
    lambda words: f"<{words.replace(' ', '-')}>",
    lambda words: f"[{words.replace(' ', '_').upper()}]",
    lambda words: f"{{{words.replace(' ', '_')}}}",
    lambda words: f"__{words.replace(' ', '_').upper()}__",
)
DRAWN = (
    "xxxx", "XXXXXXXX", "x" * 32, "****", "********", "••••••••", "...", "…", "----", "____", "????????", "0" * 16,
    "sk-xxxxxxxxxxxxxxxxxxxx", "ghp_" + "x" * 36, "sk_live_...", "AKIAXXXXXXXXXXXXXXXX", "abc...xyz", "<...>",
    "1234567890",
)  # fmt: skip


def _kept(texts: Iterator[str]) -> list[str]:
    return [f"{text} -> {masked}" for text in texts if (masked := mask(text, KEY).text) != text]


@pytest.mark.parametrize("kind", TIME_ORDERED)
def test_an_id_that_says_when_it_was_made_is_no_secret_whatever_names_it(kind: str) -> None:
    r = Random(kind)
    assert not _kept(frame.format(TIME_ORDERED[kind](r)) for frame in (*KEYED, *NAMED) for _ in range(5))


@pytest.mark.parametrize("kind", IDS)
def test_an_id_behind_the_name_of_a_key_of_something_is_no_secret(kind: str) -> None:
    r = Random(kind)
    assert not _kept(frame.format(IDS[kind](r)) for frame in KEYED for _ in range(5))


@pytest.mark.parametrize("kind", PUBLIC)
def test_what_its_issuer_calls_public_is_no_secret(kind: str) -> None:
    r = Random(kind)
    assert not _kept(frame.format(PUBLIC[kind](r)) for frame in (*KEYED, *NAMED) for _ in range(5))


def test_the_address_that_a_page_reports_its_errors_to_is_no_secret() -> None:
    r = Random(3)
    for frame in ("SENTRY_DSN={}", 'Sentry.init({{ dsn: "{}" }})', "the DSN is {} and public", "dsn: '{}'"):
        assert not _kept(frame.format(_dsn(r)) for _ in range(5))
    assert "x4Kd81" not in mask("https://9f86d081884c7d659a2f:x4Kd81@acme.test/1", KEY).text


@pytest.mark.parametrize("frame", NAMED)
def test_a_placeholder_is_no_secret_however_it_is_spelled(frame: str) -> None:
    made = (spell(words.format(thing)) for words, thing, spell in product(STAND_FOR, THINGS, SPELLINGS))
    assert not _kept(frame.format(placeholder) for placeholder in (*made, *DRAWN))


WORDS = ("password", "token", "secret", "api_key", "auth", "login", "credential", "session_key", "passwd", "pin")
MEASURES = ("timeout", "ttl", "min_length", "max_age", "rotation_days", "retry_count", "cache_size", "port", "version",
            "expires_in", "hash_rounds", "reset_window", "bits", "history")  # fmt: skip
WRITTEN: tuple[Callable[[str], str], ...] = (
    str.upper,
    str,
    lambda name: name.replace("_", "-"),
    lambda name: name.replace("_", "."),
    lambda name: name.split("_")[0] + "".join(part.title() for part in name.split("_")[1:]),
)


@pytest.mark.parametrize("written", range(len(WRITTEN)))
def test_a_number_of_something_is_no_secret(written: int) -> None:
    """What is measured is said by the last word of the name; only a number that the secret itself names may be one."""
    r = Random(written)
    names = [WRITTEN[written](f"{word}_{measure}") for word, measure in product(WORDS, MEASURES)]
    signs = ("{}={}", "{} = {}", "{}: {}", '"{}": {},', "--{} {}", "{}: '{}'")
    assert not _kept(r.choice(signs).format(name, _letters(r, r.randint(1, 9), "123456789")) for name in names * 3)
    assert "583920" not in mask("the PIN is 583920", KEY).text and "583920" not in mask("password: 583920", KEY).text


@pytest.mark.parametrize(
    "name", ["GIT_COMMIT", "checksum", "sha256", "md5", "etag", "serial", "revision", "GPG_KEY", "pgp"]
)
def test_a_checksum_that_its_name_calls_one_is_no_secret(name: str) -> None:
    """Also beside words that promise a secret; the same digits behind `token` are one."""
    r = Random(name)
    for size, form in ((32, str.lower), (40, str.lower), (64, str.lower), (16, str.upper), (40, str.upper)):
        value = form(_letters(r, size, "0123456789abcdef"))
        frames = ("# secrets\n{}={}", "{}: {} # auth key", '{} = "{}"  # for the token', "\t{}: '{}',\n\tkeys: 3")
        assert not _kept(frame.format(name, value) for frame in frames)
        assert value not in mask(f"ACME_TOKEN={value}", KEY).text


def test_what_only_resembles_them_is_masked() -> None:
    """One letter beyond the alphabet, a time that never was, the secret twin of a public key: masked."""
    r = Random(5)
    for _ in range(20):
        ulid, secret = "7Z" + _letters(r, 24, CROCKFORD), _letters(r, 24)
        assert ulid not in mask(f"API_KEY={ulid}", KEY).text
        for value in (f"sk_live_{secret}", f"sk_test_{secret}", f"whsec_{secret}", _uuid(r, 4, r.getrandbits(48))):
            assert value not in mask(f"client_secret={value}", KEY).text
        token = _signed(r, "service_role")
        assert token not in mask(f"anon key {token}", KEY).text
