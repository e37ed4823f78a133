"""Search finds what answers a question: thresholds per set, a little below what was measured.

The sets, the stores and the measures are those of `tests/bench/retrieval.py`, which shows what each part gains.
"""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "bench"))
import retrieval

OWN = Path(__file__).parents[1] / "data" / "retrieval" / "commit2session_agentv_dialog.jsonl"


def figures(path: Path, folder: Path, part: str = "hybrid", first: int | None = None) -> dict[str, float]:
    """Mean figures of a set, or of its first corpora."""
    lines = path.read_text().splitlines()[:first]
    chosen = folder / path.name
    chosen.write_text("\n".join(lines))
    grouped = path.stem.startswith("commit2session")
    corpora = retrieval.load(chosen, folder / "stores", grouped=grouped, one_store=False)
    with retrieval.set_otherwise(retrieval.PARTS[part]):
        return retrieval.mean(
            [retrieval.figures_of(corpus, retrieval.searching(corpus, grouped)) for corpus in corpora]
        )


def test_a_commit_subject_finds_its_session(tmp_path: Path) -> None:
    """34 real coding sessions; BM25 over whole sessions has MRR 0.655."""
    found = figures(OWN, tmp_path)
    assert found["MRR"] >= 0.72
    assert found["R@10"] >= 0.75


@pytest.fixture(scope="module")
def conversation(tmp_path_factory: pytest.TempPathFactory, shared: Path) -> retrieval.Corpus:
    """The first conversation of LoCoMo, embedded once."""
    folder = tmp_path_factory.mktemp("locomo")
    chosen = folder / "locomo_turn.jsonl"
    chosen.write_text((shared / "data" / "retrieval" / chosen.name).read_text().splitlines()[0])
    return retrieval.load(chosen, folder / "stores", grouped=False, one_store=False)[0]


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


def test_a_question_finds_the_long_messages_that_answer_it(tmp_path: Path, shared: Path) -> None:
    """BEAM: long messages of one long chat; BM25 has recall 0.485."""
    found = figures(shared / "data" / "retrieval" / "beam_100K.jsonl", tmp_path, first=1)
    assert found["R@10"] >= 0.69
