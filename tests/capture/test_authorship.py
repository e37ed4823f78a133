"""Who wrote the parts of a message: what was pasted is somebody's, what was typed stays the person's."""

import json
import textwrap
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from lore.capture import Options, capture
from lore.capture.authorship import somebodys_parts, typed_text
from lore.capture.authorship.pasted import Block, blocks, pasted_parts
from lore.model import Layer, Role
from lore.store import FactFilter, Store, open_store
from support.agents import Said, written
from support.examples import examples

DATA = Path(__file__).parents[1] / "data" / "authorship"
ANSWERS = (
    "The root cause was a stale cache: we never invalidate it, so the old schema is served.",
    "From now on always run the importer with --dry-run before you touch the production database.",
    "I decided to keep the queue in SQLite instead of Redis, because one process writes it anyway.",
    "The flaky login test depends on the order of the fixtures; never rely on a shared session here.",
)
TYPED = "From now on always use pnpm, never npm."
PLAN = """Implement the following plan:

# Fix the importer

## Context

The importer stops at **blank lines** — the parser treats them as the end. We always keep the raw file.

## Changes

### 1. `src/importer.py` (lines 20-48)
- Never call `strip()` before the check; use `is_blank()` instead
- Always write the rejected lines to `rejected.log`
"""


@cache
def judged(name: str) -> tuple[tuple[bool, bool], ...]:
    """Each block of the marked messages of real people: whether it was pasted, and whether it is found to be."""
    found: list[tuple[bool, bool]] = []
    for line in (DATA / f"{name}.jsonl").read_text("utf-8").splitlines():
        message = json.loads(line)
        text = message["text"]
        taken = {start for start, _ in pasted_parts(text)}
        for block in blocks(text):
            mark = marked(block, message.get("parts", [(0, len(text), "typed")]))
            if mark != "unsure":
                found.append((mark == "pasted", block.start in taken))
    return tuple(found)


def marked(block: Block, parts: Sequence[tuple[int, int, str]]) -> str:
    shared = Counter(dict.fromkeys(("unsure", "typed", "pasted"), 0))
    for start, end, mark in parts:
        shared[mark] += max(0, min(block.end, end) - max(block.start, start))
    return shared.most_common(1)[0][0]


@pytest.mark.parametrize(
    ("messages", "precision", "recall", "typed_kept"), [("messages", 0.98, 0.9, 0.96), ("short", 0, 0, 1)]
)
def test_what_was_pasted_is_told(messages: str, precision: float, recall: float, typed_kept: float) -> None:
    """Of messages of 25 repositories, marked by hand; the rule learned from none. Errors favour what was typed."""
    blocks = judged(messages)
    right = sum(pasted and found for pasted, found in blocks)
    assert right / max(1, sum(found for _, found in blocks)) >= precision
    assert right / max(1, sum(pasted for pasted, _ in blocks)) >= recall
    assert sum(not found for pasted, found in blocks if not pasted) / sum(not one for one, _ in blocks) >= typed_kept


@given(text=st.text(max_size=400) | st.lists(st.sampled_from(PLAN.splitlines()), max_size=30).map("\n".join))
def test_parts_lie_in_the_text_and_what_was_typed_keeps_its_place(text: str) -> None:
    assert all(0 <= start <= end <= len(text) for start, end in somebodys_parts(text))
    typed = typed_text(text)
    assert len(typed) == len(text)
    assert all(left in (right, " ") for left, right in zip(typed, text, strict=True))
    found = list(blocks(text))
    assert all(text[block.start : block.end] == block.text for block in found)
    assert all(block.end <= other.start for block, other in pairwise(found))


@pytest.mark.parametrize(
    ("pasted", "typed"),
    [
        (PLAN, "also keep the old importer around pls"),
        ("```\nnpm ERR! missing script: build\n```", "why does it say that, we never use npm here"),
        ('Traceback (most recent call last):\n  File "a.py", line 3, in <module>\nKeyError: 3', "look at this"),
        ("2026-02-01 10:11:12 ERROR always retry\n2026-02-01 10:11:13 ERROR again", "still broken"),
        ("➜  shop git:(main) ✗ make\nmake: *** No rule to make target 'x'", "it never works"),
    ],
)
def test_what_was_typed_round_a_paste_stays_the_persons(pasted: str, typed: str) -> None:
    text = f"{typed}\n\n{pasted}\n\n{typed}"
    body = pasted.removeprefix("Implement the following plan:").strip().splitlines()[-1]
    left = typed_text(text)
    assert body not in left
    assert left.startswith(typed)
    assert left.endswith(typed)


def test_a_pasted_plan_makes_no_trusted_fact(store: Store, tmp_path: Path) -> None:
    take(store, tmp_path, [Said("user", PLAN), Said("user", TYPED)])
    assert [fact.text for fact in store.facts.select()] == [TYPED]


def cut(text: str, places: list[int]) -> str:
    words = text.split(" ")
    breaks = {place % len(words): "\n\n" if place % 2 else "\n  " for place in places}
    return "".join((breaks.get(number, " ") if number else "") + word for number, word in enumerate(words))


@examples(15)
@given(
    answer=st.sampled_from(ANSWERS),
    others=st.lists(st.sampled_from(ANSWERS), max_size=2),
    places=st.lists(st.integers(0, 400), max_size=4),
    lead=st.sampled_from(["", "so what now?", "another agent says this"]),
    wrap=st.sampled_from([0, 40, 100]),
    again=st.booleans(),
)
def test_a_pasted_copy_of_an_agents_words_is_never_the_persons(
    tmp_path_factory: pytest.TempPathFactory,
    answer: str,
    others: list[str],
    places: list[int],
    lead: str,
    wrap: int,
    again: bool,
) -> None:
    whole = " ".join([answer, *others])
    pasted = textwrap.fill(whole, wrap, subsequent_indent="  ") if wrap else whole
    pasted = "\n\n".join(filter(None, (lead, cut(pasted, places))))
    folder = tmp_path_factory.mktemp("pasted")
    with open_store(folder / "home") as store:
        first = [Said("user", "Look at it."), Said("assistant", whole)]
        take(store, folder, first if again else [*first, Said("user", pasted)])
        if again:
            take(store, folder, [Said("user", "Hello."), Said("user", "Look."), Said("user", pasted)], day=12)
        for fact in store.facts.select(FactFilter()):
            assert fact.tainted, fact.text
            assert fact.layer is Layer.PROJECT


def test_what_the_person_said_first_stays_theirs(store: Store, tmp_path: Path) -> None:
    rule = "From now on always run the importer with --dry-run before you touch production."
    take(store, tmp_path, [Said("user", rule), Said("assistant", f"Understood. {rule}"), Said("user", rule)])
    assert [(fact.text, fact.tainted) for fact in store.facts.select()] == [(rule, False)]
    said = store.facts.evidence([store.facts.select()[0].id]).values()
    assert {item.role for items in said for item in items} == {Role.USER}


def test_a_short_answer_to_an_agents_question_stays_the_persons(store: Store, tmp_path: Path) -> None:
    asked = "Should I always use pnpm, never npm, from now on?"
    take(store, tmp_path, [Said("assistant", asked), Said("user", TYPED)])
    assert (TYPED, False) in [(fact.text, fact.tainted) for fact in store.facts.select()]


def take(store: Store, folder: Path, said: list[Said], *, day: int = 11) -> None:
    file = folder / f"session-{day}.jsonl"
    data = written("neutral", said).replace(b"2026-02-11", b"2026-02-%d" % day)
    file.write_bytes(data.replace(b"5b0e6a52", b"5b0e6a%d" % (41 + day)))
    capture(store, [file], Options(mine=True))
