"""Who is not let in and what is not taken, on every route there is: made from the list of routes."""

import json
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest

from lore import paths
from lore.actions import Touches, actions, schema_of_parameters
from lore.agents.http import application
from lore.agents.http.answers import LARGEST
from lore.agents.http.left_out import REASONS
from lore.agents.http.routes import BY_PATH, LIST, MOST, Route
from lore.intake.hidden import is_suspect
from lore.model import Fact
from lore.store import Store
from support.asgi import PORT, Pairs
from support.hostile import HOSTILE, SECRET, bytes_of
from support.http_api import HOST, JSON, LET_IN, RIGHT, Asked, some, texts_of, values_for, words

METHODS = ("GET", "POST", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")
PATHS = (*BY_PATH, application.PATH)
DERIVED = {"embeddings", "sqlite_sequence"}
KEPT_OUT: Mapping[str, tuple[int, Pairs]] = {
    "without a token": (401, (HOST,)),
    "with a wrong token": (401, (HOST, ("authorization", "Bearer " + "u" * 43))),
    "with half of the token": (401, (HOST, ("authorization", RIGHT[1][:-1]))),
    "with the token as a password": (401, (HOST, ("authorization", RIGHT[1].replace("Bearer", "Basic")))),
    "with two tokens": (401, (HOST, RIGHT, RIGHT)),
    "with the token as a cookie": (401, (HOST, ("cookie", RIGHT[1]))),
    "for another host": (421, (("host", f"evil.example:{PORT}"), RIGHT)),
    "for a name that points here": (421, (("host", f"127.0.0.1.nip.io:{PORT}"), RIGHT)),
    "for another port": (421, (("host", "127.0.0.1:80"), RIGHT)),
    "for no host": (421, (RIGHT,)),
    "for two hosts": (421, (HOST, HOST, RIGHT)),
    "from another page": (403, (HOST, ("origin", "https://evil.example"), RIGHT)),
    "from another port": (403, (HOST, ("origin", "http://127.0.0.1:8000"), RIGHT)),
    "from a file": (403, (HOST, ("origin", "null"), RIGHT)),
}
UNREADABLE = {
    "half": b'{"text": ',
    "a list": b"[]",
    "a word": b'"text"',
    "no number": b'{"limit": NaN}',
    "nothing": b"",
    "no UTF-8": b'{"text": "\xff"}',
    "too deep": b"[" * 100_000,
    "a number without end": b'{"limit": ' + b"9" * 10_000 + b"}",
}


def rows(home: Path) -> dict[str, list[tuple[object, ...]]]:
    with closing(sqlite3.connect(paths.database(home))) as database:
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: database.execute(f'SELECT * FROM "{name}"').fetchall() for name in {*tables} - DERIVED}


def dump(store: Store) -> list[Fact | object]:
    return [*store.audit.select(), *store.facts.many(store.facts.ids())]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("who", KEPT_OUT)
async def test_nobody_is_let_in(path: str, who: str, asked: Asked) -> None:
    """Before the method, the route or the body is looked at; and nothing tells a page of elsewhere that it may ask."""
    status, headers = KEPT_OUT[who]
    for method in METHODS:
        reply = await asked(method, path, b"{}", headers=(*headers, JSON))
        assert reply.status == status, method
        assert reply.told["error"]["exit_code"] == 2
        assert not [name for name in reply.headers if name.lower().startswith("access-control-")]


@pytest.mark.parametrize("path", PATHS)
async def test_a_route_takes_its_own_method_alone(path: str, asked: Asked, library: Store) -> None:
    """Reading is `GET`, everything else `POST`; no page may ask beforehand what it could send."""
    before, own = dump(library), BY_PATH[path].method if path in BY_PATH else "GET"
    for method in METHODS:
        if method != own:
            reply = await asked(method, path, b"{}")
            assert (reply.status, reply.headers["allow"]) == (405, own), method
    assert dump(library) == before


@pytest.mark.parametrize("route", [one for one in LIST if one.method == "POST"], ids=lambda route: route.path)
async def test_a_body_is_one_object_of_json_within_bounds(route: Route, asked: Asked, library: Store) -> None:
    """Of the right type, whole, and no larger than a megabyte, whatever its length says of itself."""
    before = dump(library)
    for kind in (None, "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonp"):
        headers = LET_IN if kind is None else (*LET_IN, ("content-type", kind))
        assert (await asked("POST", route.path, b"{}", headers=headers)).status == 415, kind
    for why, body in UNREADABLE.items():
        assert (await asked("POST", route.path, body)).status == 400, why
    large = json.dumps({"text": "x" * LARGEST}).encode()
    declared = (*LET_IN, JSON, ("content-length", str(len(large))))
    assert (await asked("POST", route.path, large, headers=declared)).status == 413
    assert (
        await asked("POST", route.path, *[large[at : at + 9_999] for at in range(0, len(large), 9_999)])
    ).status == 413
    assert (await asked("POST", route.path, b"{}", headers=(*LET_IN, JSON, ("content-encoding", "gzip")))).status == 415
    assert dump(library) == before


@pytest.mark.parametrize("path", [path for path in PATHS if path not in BY_PATH or BY_PATH[path].method == "GET"])
async def test_what_only_reads_takes_no_body(path: str, asked: Asked) -> None:
    for header in (("content-length", "2"), ("transfer-encoding", "chunked")):
        assert (await asked("GET", path, b"{}", headers=(*LET_IN, header))).status == 400


@pytest.mark.parametrize("route", LIST, ids=lambda route: route.path)
async def test_parameters_are_read_strictly(route: Route, asked: Asked, library: Store) -> None:
    before, good = dump(library), values_for(route)

    async def given(values: Mapping[str, object]) -> int:
        if route.method == "POST":
            return (await asked("POST", route.path, json.dumps(values).encode())).status
        return (await asked("GET", route.path, query=words(values))).status

    assert await given({**good, "no_such_parameter": "1"}) == 400
    for one in route.parameters:
        if one.required:
            assert await given({name: value for name, value in good.items() if name != one.name}) == 400
        wrong: object = {"odd": [True]} if route.method == "POST" else "\udcff"
        if route.method == "POST":
            assert await given({**good, one.name: wrong}) == 400, one.name
        elif one in texts_of(route):
            assert (await asked("GET", route.path, query=f"{one.name}=%FF")).status == 400, one.name
        if one.name == "limit":
            for number in (0, -1, MOST + 1, 2**70, "many"):
                assert await given({**good, "limit": number}) == 400, number
    assert dump(library) == before


@pytest.mark.parametrize("route", LIST, ids=lambda route: route.path)
async def test_a_hostile_text_breaks_nothing_and_shows_nowhere(route: Route, asked: Asked, home: Path) -> None:
    """In every parameter: no error of the server, no character that acts or hides in the answer, no secret on disk."""
    for one in texts_of(route):
        schema = schema_of_parameters(route.parameters)["properties"][one.name]
        values = {**values_for(route), one.name: some(schema, HOSTILE)}
        if route.method == "POST":
            reply = await asked("POST", route.path, json.dumps(values).encode())
        else:
            reply = await asked("GET", route.path, query=words(values))
        assert reply.status < 500, reply.body
        assert not [character for character in reply.body.decode() if is_suspect(character) and character != "\n"]
        told = {name: value for name, value in reply.told.items() if name != "query"}  # which is given back as it came
        assert SECRET not in str(told)
    assert SECRET.encode() not in bytes_of(home)
    assert asked.told == []


@pytest.mark.parametrize("route", [one for one in LIST if one.method == "GET"], ids=lambda route: route.path)
async def test_get_leaves_the_store_as_it_is(route: Route, asked: Asked, library: Store, home: Path) -> None:
    fact = library.facts.ids()[0]
    known = {"fact": fact, "thing": fact, "candidate": library.candidates.ids()[0], "session": "s1", "query": "tests"}
    query = words(values_for(route, known))
    before = rows(home)
    reply = await asked("GET", route.path, query=query)
    assert reply.status in (200, 404), reply.body
    assert rows(home) == before


def test_every_action_has_a_route_or_a_reason() -> None:
    """A new one fails here until it has; and reading is `GET`, but for what is long or noted."""
    routed, left_out = {route.action_name for route in LIST}, [name for names in REASONS.values() for name in names]
    assert routed | set(left_out) == actions().keys()
    assert len(left_out) == len(set(left_out) - routed)
    for route in LIST:
        writes = route.action.touches is not Touches.READS
        assert route.action.touches is not Touches.ASKS, "no request decides"
        assert route.method == ("POST" if writes or route.path == "/recall" else "GET"), route.path


async def test_what_nobody_thought_of_is_told_without_what_was_sent(
    asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sender hears that it failed, the person what kind of error it was; neither sees the other's words."""

    def broken(*_: object) -> None:
        raise KeyError(SECRET)

    monkeypatch.setattr("lore.agents.http.routes.Route.answer", broken)
    reply = await asked("GET", "/sources")
    assert (reply.status, asked.told) == (500, ["a request could not be answered: KeyError"])
    assert SECRET.encode() not in reply.body
