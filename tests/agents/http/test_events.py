"""Changes as they come: from where a listener was, each once, for few listeners."""

import json
from pathlib import Path

import pytest

from lore import wire
from lore.agents.http import events
from lore.agents.http.events import MOST_LISTENERS
from lore.memory.editing import NewFact, add_fact, archive
from lore.store import Store, open_store
from lore.store.local.backup import make_backup, restore_backup
from support.asgi import listening
from support.http_api import LET_IN, Asked
from support.person import me


async def test_a_listener_hears_what_comes_and_goes_on_where_it_was(asked: Asked, library: Store) -> None:
    """Each change once and in order, as the log has it; a reconnected listener misses none and hears none twice."""
    start = library.audit.seqs(1)[0]
    async with listening(asked.api, events.PATH, headers=LET_IN) as first:
        await first.until("retry: ")
        fact = add_fact(library, NewFact("Deploys go out on Tuesdays", project="shop")).fact
        await first.until('"fact.add"')
    heard = first.events()
    assert first.status == 200
    assert [int(one["id"]) for one in heard] == sorted(library.audit.seqs(len(heard)))
    assert json.loads(heard[0]["data"]) == json.loads(
        json.dumps({"schema": 1, **wire.event(library.audit.get(start + 1))})
    )
    archive(library, [fact.id])
    again = (*LET_IN, ("last-event-id", heard[-1]["id"]))
    async with listening(asked.api, events.PATH, query=[("since", "0")], headers=again) as second:
        await second.until('"fact.archive"')
    assert int(second.events()[0]["id"]) == int(heard[-1]["id"]) + 1


async def test_a_listener_may_ask_for_everything(asked: Asked, library: Store) -> None:
    """More than one page of it, oldest first."""
    for number in range(20):
        add_fact(library, NewFact(f"Port {number} is taken by service {number}", project="shop"))
    numbers = sorted(library.audit.seqs())
    assert len(numbers) > events.PAGE
    async with listening(asked.api, events.PATH, query=[("since", "0")], headers=LET_IN) as stream:
        await stream.until(f"id: {numbers[-1]}\n")
        await stream.until('"number": ')
    assert [int(one["id"]) for one in stream.events()] == numbers


async def test_few_may_listen_at_once(asked: Asked) -> None:
    """One more is told so; who hangs up makes room."""
    opened = [listening(asked.api, events.PATH, headers=LET_IN) for _ in range(MOST_LISTENERS)]
    for one in opened:
        await (await one.__aenter__()).until("retry: ")
    reply = await asked("GET", events.PATH)
    assert (reply.status, reply.told["error"]["exit_code"]) == (503, 5)
    for one in opened:
        await one.__aexit__(None, None, None)
    async with listening(asked.api, events.PATH, headers=LET_IN) as stream:
        await stream.until("retry: ")


@pytest.mark.parametrize("since", ["x", "1.5", "", "9" * 30])
async def test_a_number_that_is_none_is_refused(asked: Asked, since: str) -> None:
    assert (await asked("GET", events.PATH, query=[("since", since)])).status == 400
    assert (await asked("GET", events.PATH, headers=(*LET_IN, ("last-event-id", since)))).status == 400


async def test_a_store_that_went_back_to_a_copy_says_so(asked: Asked, library: Store, home: Path) -> None:
    """Its numbers begin again there: whoever listens is told where they stand now, and hears no event in its name."""
    copy = make_backup(library, "asked").name
    add_fact(library, NewFact("Deploys go out on Tuesdays", project="shop"))
    async with listening(asked.api, events.PATH, headers=LET_IN) as stream:
        await stream.until("retry: ")
        library.close()
        with open_store(home) as store:
            restore_backup(store, copy, by=me())
        told = await stream.until("event: restored")
    assert "event: restored" in told


async def test_every_stream_ends_with_the_server(asked: Asked) -> None:
    async with listening(asked.api, events.PATH, headers=LET_IN) as stream:
        await stream.until("retry: ")
        asked.api.listeners.end()
    assert stream.status == 200
