"""One grammar for every front end; nothing that can be typed is an error."""

import json
import time
from math import isclose
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, strategies as st

from lore.cli.program import run
from lore.index import PassageFilter, analysis
from lore.index.refresh import index_lock
from lore.model import FoundBy
from lore.search import SearchRequest, parse, ranking
from lore.search.ranking import Pool
from lore.store import Store
from support.examples import examples
from support.searching import find, save, say, search, texts


@pytest.fixture
def filled(store: Store) -> Store:
    save(store, "The staging database listens on port 5433", project="acme", files=("core/db.py",), tags=("db",))
    save(store, "Call parse_header before read_body", project="other", happened_at="2026-03-02T09:00:00Z")
    save(store, "The of and")
    say(store, "s1", ["Which port does staging use?", "5433, since last week."], project="acme")
    return store


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("kind:decision", PassageFilter(kinds=("decision",))),
        ("kind:fact", PassageFilter(kinds=("note",))),
        ("kind:decision,lesson layer:user", PassageFilter(kinds=("decision", "lesson"), layers=("user",))),
        ("project:acme status:archived", PassageFilter(projects=("acme",), statuses=("archived",))),
        ("project:none", PassageFilter(projects=(None,))),
        ('tag:"two words" agent:codex', PassageFilter(tags=("two words",), agents=("codex",))),
        ("file:store/sqlite/facts.py", PassageFilter(files=("store/sqlite/facts.py",))),
        ("after:2026-03", PassageFilter(after="2026-03-01T00:00:00Z")),
        ("before:2026", PassageFilter(before="2026-01-01T00:00:00Z")),
        ("after:7d", PassageFilter(after="2026-03-05T00:00:00Z")),
        (
            "happened:2025-12",
            PassageFilter(happened_after="2025-12-01T00:00:00Z", happened_before="2026-01-01T00:00:00Z"),
        ),
        ("is:pinned -is:tainted", PassageFilter(pinned=True, tainted=False)),
    ],
)
def test_a_condition_narrows(query: str, wanted: PassageFilter) -> None:
    assert (wanted, "") == (parse(query).filter, parse(query).text)


@pytest.mark.parametrize(
    ("query", "text", "notes"),
    [
        ("colour:red", "colour:red", ("`colour:` is not a field and was searched as text",)),
        ("kind:purple", "kind:purple", ("`kind:purple` was taken as text: `purple` is not a value of `kind:`",)),
        ("before:yesteryear", "before:yesteryear", None),
        ("see https://lore.dev/x", "see https://lore.dev/x", ()),
        ("docs: migrate", "docs: migrate", ()),
        ('an "unbalanced quote', 'an "unbalanced quote', ()),
        ("-", "-", ()),
        ("a - b", "a - b", ()),
        ("(.*)+$ [a", "(.*)+$ [a", ()),
    ],
)
def test_what_does_not_parse_is_text(query: str, text: str, notes: tuple[str, ...] | None) -> None:
    parsed = parse(query)
    assert text == parsed.text
    assert PassageFilter() == parsed.filter
    assert notes is None or notes == parsed.notes


def test_words_phrases_and_exclusions_are_told_apart() -> None:
    parsed = parse('blue "two words" not:red not:"not this" kind:note')
    assert (parsed.words, parsed.phrases, parsed.excluded) == ("blue", ("two words",), ("red", "not this"))
    assert parsed.text == "blue two words"
    assert parsed.notes == ("what holds `red` is left out", "what holds `not this` is left out")


PASTED = (
    "cargo build --no-default-features",
    "--no-default-features",
    "make -j4 test",
    "rg -n -i 'TODO' -g '!*.lock' | head -20",
    "git log --oneline -5 -- core/",
    'git commit -am "wip" && git push -f',
    "foo OR bar AND NOT baz",
    "a - b -> c -- d",
    "-Wall -Werror",
    '-"two words"',
    "x=-1; y=$((-2))",
    "pip install -e .[dev] -q",
)


@pytest.mark.parametrize("query", PASTED)
def test_nothing_that_was_pasted_excludes(query: str) -> None:
    parsed = parse(query)
    assert (parsed.excluded, parsed.filter) == ((), PassageFilter())


@pytest.mark.parametrize(
    ("query", "notes"),
    [
        ("port -staging", ("`-staging` was searched as text: `not:staging` leaves out what holds it",)),
        ("make -j4 --no-print-directory", ()),
    ],
)
def test_a_word_behind_a_dash_says_how_to_leave_it_out(query: str, notes: tuple[str, ...]) -> None:
    assert parse(query).notes == notes


@given(st.text(alphabet="-abj4 \"'=|&:", max_size=40))
@examples(200)
def test_no_dash_excludes(query: str) -> None:
    assert parse(query).excluded == ()


def test_notes_on_a_query_are_few_short_and_plain_whatever_was_typed() -> None:
    """A thousand fields, each a thousand times; a value that would colour the terminal or fill it."""
    assert len(parse("a:b kind:x " * 300).notes) == 2
    assert len(parse(" ".join(f"field{chr(97 + n)}:x" for n in range(26))).notes) == 5
    (note,) = parse("kind:\x1b[31mred\x07\u202e").notes
    assert note == "`kind:red` was taken as text: `red` is not a value of `kind:`"
    assert max(len(note) for note in parse(f"kind:{'x' * 900} {'y' * 900}:z").notes) < 200


def test_a_query_that_is_not_read_to_its_end_says_so() -> None:
    assert parse("port " * 1_000).notes == ("only the first 4,000 characters were looked at",)
    assert parse("x" * 4_000).notes == ()


def test_a_word_inside_an_identifier_is_kept_out_as_it_is_found(store: Store) -> None:
    """`not:header` leaves out `parseHeader` also where it would be found by its meaning."""
    save(store, "Call parseHeader before the body is read")
    save(store, "Read the body of a request once")
    assert texts(find(store, "header"))[0].startswith("Call")
    assert texts(find(store, "body of a request not:header")) == ["Read the body of a request once"]


@given(st.text())
@examples(100)
def test_no_text_is_an_error(text: str) -> None:
    parse(text)


HOSTILE = (
    "", " ", '"', '""', '"the"', "the of and", "NUL \0 inside", "👩‍👩‍👧 🦎", "\x1b[31m", "a" * 100_000, "x " * 50_000,
    "-", "--", '-"', "kind:", "kind:::", ":", "id:", "is:", "(((((", "[a-z", "\\", "AND OR NOT", "a^2 b~3", "*", "?",
    "after:9999d", "before:0000", "happened:9999-99-99", "-is:pinned", "text:* title:[a TO b]", "\ud800", "id:f:no",
)  # fmt: skip


@pytest.mark.parametrize("query", HOSTILE)
def test_every_query_is_answered(store: Store, query: str) -> None:
    """Unbalanced quotes, 100 kB, another engine's syntax, emoji, NUL, only stop words."""
    save(store, "The of and")
    started = time.monotonic()
    find(store, query, "all")
    assert time.monotonic() - started < 10


WORDS = st.sampled_from(
    ("port", "the", "staging", "Zürich", "parse_header", "last week", "in March", "👩‍👩‍👧", "\0", "/etc/x.y")
)
FIELDS = (
    "kind", "layer", "project", "status", "tag", "agent", "file", "role", "session", "id", "in", "is", "before",
    "after", "happened", "colour", "KIND", "https",
)  # fmt: skip
VALUES = (
    "decision", "user", "none", "active", "2026-03", "7d", "yesterday", "tainted", "facts", "t:1", "f:no", "a,b", "",
    "*", "t:99999999999999999999", "x" * 300, "9999-12-31", "0001",
)  # fmt: skip
FIELD, VALUE = st.sampled_from(FIELDS), st.sampled_from(VALUES)
TOKEN = st.one_of(
    WORDS,
    WORDS.map('"{}"'.format),
    WORDS.map("-{}".format),
    st.builds("{}:{}".format, FIELD, VALUE),
    st.builds('-{}:"{}"'.format, FIELD, VALUE),
    st.text(max_size=12),
)


@given(tokens=st.lists(TOKEN, max_size=6), depth=st.integers(1, 3), grouped=st.booleans())
@examples(50)
def test_whatever_stands_together_is_answered(filled: Store, tokens: list[str], depth: int, grouped: bool) -> None:
    """Words, phrases, conditions and rubbish in any order, at every depth, grouped or not; factors add up to scores."""
    query = " ".join(tokens)
    for hit in find(filled, query, "all", depth=depth, group_by_session=grouped, project="acme"):
        assert isclose(hit.score, sum(hit.explain.values()), abs_tol=1e-4)


def test_the_command_answers_every_query(filled: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    batch = tmp_path / "questions.jsonl"
    batch.write_text("".join(json.dumps({"qid": n, "query": query}) + "\n" for n, query in enumerate(HOSTILE)))
    assert run(["search", "--batch", str(batch)]) == 0
    assert list(range(len(HOSTILE))) == [json.loads(line)["qid"] for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize("query", ['"', "\0", "\ud800 port", "the of and", "-port", "[a-z( after:7d"])
def test_the_command_never_fails_on_what_was_typed(
    filled: Store, capsys: pytest.CaptureFixture[str], query: str
) -> None:
    assert run(["search", "--explain", "--", query]) in (0, 3)
    assert run(["search", "--json", "--depth", "3", "--", query]) in (0, 3)
    capsys.readouterr().out.encode()


SESSION = (7, 7, 7, 7, 8, 7, 0)
POSITION = (0, 1, 2, 5, 6, -1, -1)
"""Four turns of one session, one of another, and two facts."""


def pool(words: tuple[float, ...] = (0,) * 7, held: tuple[int, ...] = (0,) * 7) -> Pool:
    """Candidates of the same length and without vectors; the query has two terms, the first three times as rare."""
    nothing, same = np.full(7, np.nan, dtype=np.float32), np.full(7, 10)
    return Pool(
        words=np.array(words, dtype=np.float32),
        lead=nothing,
        best=nothing,
        held=np.array(held),
        rarity=np.array([3, 1], dtype=np.float32),
        session=np.array(SESSION),
        position=np.array(POSITION),
        length=same,
        speaker=np.zeros(7, dtype=np.int64),
        addressed=np.zeros(7, dtype=np.int64),
    )


def test_a_turn_borrows_from_the_words_right_before_and_after_it() -> None:
    given = pool(words=(1, 0, 0.5, 0, 1, 1, 1))
    assert ranking.neighbours(given.words, given) == pytest.approx([0, 1.5 * 20 / 21, 0, 0, 0, 0, 0])


def test_a_turn_holds_words_together_with_those_at_most_two_places_away() -> None:
    given = pool(held=(1, 0, 2, 0, 2, 2, 2))
    assert ranking.together(given).tolist() == [1, 1, 1, 0, 0.25, 0.25, 0.25]


def test_a_turn_borrows_from_the_best_turn_of_its_session() -> None:
    given = pool(words=(0.2, 0, 0.6, 0, 0.1, 1, 1))
    assert ranking.best_of_session(given.words, given) == pytest.approx([0.6, 0.6, 0.6, 0.6, 0.1, 0, 0])


def test_a_passage_without_a_vector_means_as_much_as_its_words_say() -> None:
    given = pool(words=(2, 1, 0, 0, 0, 0, 0))
    alone = ranking.rank("axolotl", given, context=False)
    assert alone.score == pytest.approx([1, 0.5, 0, 0, 0, 0, 0])
    given.lead[0] = given.best[0] = 0.5
    given.lead[2] = given.best[2] = 0.1
    meant = ranking.rank("axolotl", given, context=False)
    share = 1 - ranking.WORDS_OF_KEYWORDS
    assert meant.parts["vector"] == pytest.approx([share, share / 2, 0, 0, 0, 0, 0])


def test_advice_comes_after_what_was_said_of_oneself_where_one_asks_about_oneself() -> None:
    given = pool(words=(1, 1, 0, 0, 0, 0, 0))
    given.addressed[1] = 100
    mine = ranking.rank("what did I say of axolotls", given, context=False)
    assert mine.score[0] - mine.score[1] == pytest.approx(ranking.ADDRESSED)
    theirs = ranking.rank("what did you tell me of axolotls", given, context=False)
    assert theirs.score[0] == theirs.score[1]


@pytest.mark.parametrize(
    ("text", "expected"), [("I like tea.", 0.0), ("Your tea sounds lovely; have you tried yours cold?", 1.0), ("", 0.0)]
)
def test_a_text_speaks_to_somebody_by_its_words_of_the_second_person(text: str, expected: float) -> None:
    assert analysis.addressed(text) == expected


FACTS = {
    "pool": "数据库连接池的大小是二十,请不要改动。",
    "port": "テスト用データベースはポート5433を使う。",
    "pay": "결제 서버의 타임아웃은 30초이다.",
    "thai": "ฐานข้อมูลทดสอบใช้พอร์ต 6432",
    "german": "Der Datenbankverbindungspool fasst zwanzig Verbindungen.",
    "lock": "The lockfile belongs to pnpm.",
}
FILLERS = [f"项目编号{n}的缓存过期时间是{n + 3}分钟,由运维团队负责。" for n in range(1, 9)]
FILLERS += [f"サービス{n}のログは{n + 1}日間だけ保存される。" for n in range(1, 9)]
FILLERS += [f"Die Warteschlange {n} wird nachts geleert." for n in range(1, 9)]


@pytest.mark.parametrize("indexed", [True, False])
@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("数据库连接池", "pool"),
        ("连接池", "pool"),
        ("连接池 大小", "pool"),
        ("データベース", "port"),
        ("5433", "port"),
        ("ポート5433", "port"),
        ("타임아웃", "pay"),
        ("결제 서버", "pay"),
        ("ฐานข้อมูล", "thai"),
        ("Verbindungspool", "german"),
        ("verbindungspool größe", "german"),
    ],
)
def test_a_word_is_found_by_its_signs(store: Store, query: str, name: str, indexed: bool) -> None:
    """By the word index, and of what that has not taken in yet; nobody is told that nothing holds it."""
    search(store, SearchRequest("anything"))
    for text in FILLERS:
        save(store, text)
    if indexed:
        for text in FACTS.values():
            save(store, text)
        answer = search(store, SearchRequest(query))
    else:
        search(store, SearchRequest("anything"))
        with index_lock(store, wait_s=1):
            for text in FACTS.values():
                save(store, text)
            answer = search(store, SearchRequest(query))
    assert answer.hits[0].passage.text == FACTS[name]
    assert answer.hits[0].by is FoundBy.WORDS
    assert not any("nothing holds" in note for note in answer.notes)


def test_a_word_that_stands_somewhere_is_not_looked_for_inside_of_others(store: Store) -> None:
    save(store, "The lockfile belongs to pnpm")
    save(store, "The gemfilelockfiles are old")
    hits = search(store, SearchRequest("lockfile")).hits
    assert [hit.passage.text for hit in hits if hit.by is FoundBy.WORDS] == ["The lockfile belongs to pnpm"]
