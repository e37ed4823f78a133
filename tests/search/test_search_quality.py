"""Search finds what answers a question: thresholds per set, a little below what was measured.

The sets, the stores and the measures are those of `tests/bench/retrieval.py`, which shows what each part gains.
"""

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "bench"))
import retrieval

from support.examples import sized

OWN = Path(__file__).parents[1] / "data" / "retrieval" / "commit2session_agentv_dialog.jsonl"


LONGEST = sized(17_500, 1_000_000)
"""Characters of the sessions that are read: every day 24 of 34, which hold a quarter of the text."""


def figures(path: Path, folder: Path, part: str = "hybrid", first: int | None = None) -> dict[str, float]:
    lines = path.read_text().splitlines()[:first]
    chosen = folder / path.name
    chosen.write_text("\n".join(map(shortened, lines)))
    grouped = path.stem.startswith("commit2session")
    corpora = retrieval.load(chosen, folder / "stores", grouped=grouped, one_store=False)
    with retrieval.set_otherwise(retrieval.PARTS[part]):
        return retrieval.mean(
            [retrieval.figures_of(corpus, retrieval.searching(corpus, grouped)) for corpus in corpora]
        )


def shortened(line: str) -> str:
    corpus = json.loads(line)
    docs = {name: text for name, text in corpus["docs"].items() if len(text) <= LONGEST}
    asked = [query for query in corpus["queries"] if set(query["relevant"]) <= docs.keys()]
    return json.dumps({**corpus, "docs": docs, "queries": asked})


@pytest.mark.long_form
@pytest.mark.slow("150,000 characters of real sessions are embedded")
def test_a_commit_subject_finds_its_session(tmp_path: Path) -> None:
    """Real coding sessions; BM25 over whole sessions has MRR 0.655 on all 34."""
    found = figures(OWN, tmp_path)
    assert found["MRR"] >= 0.72
    assert found["R@10"] >= 0.75


@pytest.fixture(scope="module")
def conversation(tmp_path_factory: pytest.TempPathFactory, shared: Path) -> retrieval.Corpus:
    folder = tmp_path_factory.mktemp("locomo")
    chosen = folder / "locomo_turn.jsonl"
    chosen.write_text((shared / "data" / "retrieval" / chosen.name).read_text().splitlines()[0])
    return retrieval.load(chosen, folder / "stores", grouped=False, one_store=False)[0]


@pytest.mark.slow("a whole conversation of LoCoMo is embedded, for this test and the next")
def test_a_question_finds_the_turn_that_answers_it(conversation: retrieval.Corpus) -> None:
    """LoCoMo: short turns of long conversations; BM25 has recall 0.656."""
    found = retrieval.figures_of(conversation, retrieval.searching(conversation, grouped=False))
    assert found["R@10"] >= 0.77
    assert found["NDCG@10"] >= 0.56


def test_a_question_finds_the_session_that_answers_it(conversation: retrieval.Corpus) -> None:
    """LoCoMo, by sessions: what several turns hold between them counts. By the best turn alone MRR is 0.787."""
    corpus = retrieval.wanting_sessions(conversation)
    found = retrieval.figures_of(corpus, retrieval.searching(corpus, grouped=True))
    assert found["MRR"] >= 0.79


@pytest.mark.nightly("questions about turns and about sessions are asked every day")
def test_a_question_finds_the_long_messages_that_answer_it(tmp_path: Path, shared: Path) -> None:
    """BEAM: long messages of one long chat; BM25 has recall 0.485."""
    found = figures(shared / "data" / "retrieval" / "beam_100K.jsonl", tmp_path, first=1)
    assert found["R@10"] >= 0.69
