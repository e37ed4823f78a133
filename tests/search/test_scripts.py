"""Words of scripts that part none, words with endings, and words inside compounds are found as they are typed."""

import pytest

from lore.index.refresh import index_lock
from lore.model import FoundBy
from lore.search import SearchRequest
from lore.store import Store
from support.searching import save, search

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
