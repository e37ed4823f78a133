"""What a turn borrows from the turns about it, and what is no turn does not."""

import numpy as np
import pytest

from lore.index import analysis
from lore.index.refresh import index_lock
from lore.model import FoundBy
from lore.search import SearchRequest, ranking
from lore.search.ranking import Pool
from lore.store import Store
from support.searching import save, search

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
    ("text", "expected"),
    [("I like tea.", 0.0), ("Your tea sounds lovely; have you tried yours cold?", 1.0), ("", 0.0)],
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
