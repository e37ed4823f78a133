"""Who goes back in a session and asks otherwise has left what was said there: it is kept as said, and not in force."""

import json
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from lore import actions
from lore.actions import Engine, distill
from lore.capture import Options, capture, find_masked, holding
from lore.distill import waiting
from lore.errors import NeedsPerson
from lore.history import undo_run
from lore.intake import keys
from lore.model import Fact, Status
from lore.presence import deciding_for_show
from lore.store import FactFilter, Store
from support.beginnings import CWD, SESSION
from support.reading import TRANSCRIPTS

HELM = "We decided to deploy with Helm charts from the ops repo, never with kustomize."
IMAGES = "Always use distroless base images here."
PLACE = "The staging server runs on port 8080."
LINT = "Always run make lint before you commit in this repo."
Node = tuple[str, str | None, str]
"""Name, the one it hangs from, and what was said; a name that begins with `a` is the agent's."""
MINE = Options(mine=True, growing=True)


def lines(nodes: Sequence[Node], **fields: dict[str, Any]) -> list[dict[str, Any]]:
    """A session of Claude Code. fields: by name, what else stands on a line."""
    found = []
    for number, (name, parent, text) in enumerate(nodes):
        role = "assistant" if name.startswith("a") else "user"
        content: object = [{"type": "text", "text": text}] if role == "assistant" else text
        at = f"2026-10-05T10:{number:02d}:00.000Z"
        line = {"parentUuid": parent, "type": role, "message": {"role": role, "content": content}, "uuid": name}
        found.append({**line, "timestamp": at, "cwd": CWD, "sessionId": SESSION, **fields.get(name, {})})
    return found


def leaf(name: str, **fields: Any) -> dict[str, Any]:
    return {"type": "last-prompt", "leafUuid": name, "sessionId": SESSION, **fields}


def statuses(store: Store) -> dict[str, Status]:
    return {fact.text: fact.status for fact in store.facts.select(FactFilter(statuses=tuple(Status)))}


def in_force(store: Store, tmp_path: Path, *all_lines: dict[str, Any], name: str = "session.jsonl") -> set[str]:
    file = tmp_path / name
    file.write_text("".join(json.dumps(line) + "\n" for line in all_lines))
    capture(store, [file], MINE)
    active = {text for text, status in statuses(store).items() if status is Status.ACTIVE}
    assert held(store) & {HELM, IMAGES} == active & {HELM, IMAGES}
    return active


def held(store: Store) -> set[str]:
    turns = [holding(store, store.sessions.turns(session.id)) for session in store.sessions.select()]
    return {turn.text for one in turns for turn in one}


TRUNK: list[Node] = [("p1", None, "Let us tidy up the deployment."), ("a1", "p1", "Where do you want to start?")]
LEFT: list[Node] = [("p2", "a1", HELM), ("a2", "p2", "Writing a Helm chart.")]
OTHER: list[Node] = [("p3", "a1", IMAGES), ("a3", "p3", "Using distroless.")]


def test_what_was_left_is_archived_found_and_comes_back_with_one_undo(store: Store, tmp_path: Path) -> None:
    assert in_force(store, tmp_path, *lines([*TRUNK, *LEFT])) == {HELM}
    assert in_force(store, tmp_path, *lines([*TRUNK, *LEFT, *OTHER])) == {IMAGES}
    assert statuses(store)[HELM] is Status.ARCHIVED
    assert HELM in [turn.text for turn in store.sessions.turns(SESSION)], "it is kept as said"
    (event,) = store.audit.select(action="fact.rewind")
    assert event.run is not None
    undo_run(store, event.run, "person")
    assert statuses(store)[HELM] is Status.ACTIVE
    assert HELM in held(store)


@pytest.mark.parametrize(
    ("after", "kept"),
    [
        ([("p3", "a2", IMAGES)], {HELM, IMAGES}),  # the conversation went on
        ([("p3", "a1", IMAGES), ("p4", "a1", LINT)], {LINT}),  # three branches
        ([("p3", "a1", IMAGES), ("a3", "p3", "ok"), ("p4", "a3", LINT)], {IMAGES, LINT}),
        ([("p3", "a1", IMAGES), ("p4", "a2", LINT)], {HELM, IMAGES, LINT}),  # two windows: in doubt all stays
        ([("p3", "a1", HELM)], {HELM}),  # asked again in the same words
        ([("p3", "gone", IMAGES)], {HELM, IMAGES}),  # a line is missing
    ],
)
def test_branches(after: list[Node], kept: set[str], store: Store, tmp_path: Path) -> None:
    assert in_force(store, tmp_path, *lines([*TRUNK, *LEFT, *after])) == kept


def test_the_branch_that_the_recorder_names_is_the_live_one(store: Store, tmp_path: Path) -> None:
    every = lines([*TRUNK, *LEFT, *OTHER])
    assert in_force(store, tmp_path, *every, leaf("a3")) == {IMAGES}
    assert in_force(store, tmp_path, *every, leaf("a3"), leaf("a2")) == {HELM}
    assert in_force(store, tmp_path, *every, leaf("a3"), leaf("a2"), leaf("a1")) == {HELM}, "a leaf above says nothing"


@pytest.mark.parametrize(
    ("mark", "kept"),
    [
        ([], {HELM, IMAGES}),
        ([leaf("a3")], {IMAGES}),
        ([leaf("00000000-0000-0000-0000-000000000000", explicit=True)], {IMAGES}),
        ([leaf("zzz")], {HELM, IMAGES}),
    ],
)
def test_a_session_that_begins_anew_leaves_nothing_unless_it_says_so(
    mark: list[dict[str, Any]], kept: set[str], store: Store, tmp_path: Path
) -> None:
    nodes: list[Node] = [("p1", None, HELM), ("a1", "p1", "ok"), ("p3", None, IMAGES), ("a3", "p3", "ok")]
    assert in_force(store, tmp_path, *lines(nodes), *mark) == kept


def test_compaction_side_branches_and_forks_lose_nothing(store: Store, tmp_path: Path) -> None:
    compacted: list[Node] = [*TRUNK, *LEFT, ("b", None, "Compacted"), ("s", "b", "Summary."), ("p3", "s", IMAGES)]
    boundary = {"type": "system", "subtype": "compact_boundary", "logicalParentUuid": "a2"}
    every = lines(compacted, b=boundary, s={"isCompactSummary": True})
    side = lines([("x1", "a2", "Look at it."), ("ax", "x1", LINT)], x1={"isSidechain": True}, ax={"isSidechain": True})
    assert in_force(store, tmp_path, *every, *side, leaf("p3")) >= {HELM, IMAGES}
    fork = [{**line, "sessionId": "fork", "forkedFrom": {"sessionId": SESSION}} for line in every[:3]]
    fork += [{**line, "sessionId": "fork"} for line in lines([("p9", "a1", LINT)])]
    assert in_force(store, tmp_path, *fork, name="fork.jsonl") >= {HELM, IMAGES, LINT}


def test_a_summary_of_what_follows_leaves_nothing(store: Store, tmp_path: Path) -> None:
    nodes: list[Node] = [*TRUNK, *LEFT, ("b", None, "Compacted"), ("p3", "b", IMAGES)]
    boundary = {"type": "system", "subtype": "compact_boundary", "logicalParentUuid": "a1"}
    assert in_force(store, tmp_path, *lines(nodes, b=boundary)) == {HELM, IMAGES}


def test_the_real_session_of_claude_code_2_1_332(store: Store) -> None:
    capture(store, [TRANSCRIPTS / "claude-code-2.1.332-rewound.jsonl"], MINE)
    (session,) = store.sessions.select()
    said = [turn.text for turn in store.sessions.turns(session.id)]
    assert "First rule is to use spaces." in said and "Fourth after continue." in said
    left = {"First rule is to use spaces.", "Fourth after continue."}
    assert not left & {fact.text for fact in store.facts.select(FactFilter(statuses=(Status.ACTIVE,)))}
    assert not left & held(store)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_codex_0_171_goes_back_in_another_file(order: tuple[int, int], store: Store, tmp_path: Path) -> None:
    """The header of the new file says what of the old one does not count any more, whichever is read first."""
    day = tmp_path / "sessions/2026/11/26"
    shutil.copytree(TRANSCRIPTS / "codex", day)
    files = sorted(day.glob("rollout-*.jsonl"))
    for place in order:
        capture(store, [files[place]], MINE)
    found = statuses(store)
    assert {text: status for text, status in found.items() if "Helm" in text or "distroless" in text} == {
        "We decided to deploy with Helm charts, never with kustomize.": Status.ARCHIVED,
        IMAGES: Status.ACTIVE,
    }
    assert not [text for text in held(store) if "decided to deploy with Helm" in text]


@pytest.mark.parametrize("saved_first", [True, False])
def test_what_an_agent_saves_of_a_branch_that_was_left_is_not_told(
    saved_first: bool, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LORE_NOW", "2026-10-05T10:30:00Z")
    branch: list[Node] = [("p2", "a1", PLACE), ("a2", "p2", "Noted.")]
    in_force(store, tmp_path, *lines([*TRUNK, *branch, *([] if saved_first else OTHER)]))
    with pytest.MonkeyPatch.context() as shell:
        shell.setenv("CLAUDE_CODE_SESSION_ID", SESSION)
        fact = actions.save(Engine(store), PLACE, project=store.sessions.get(SESSION).project).fact
    assert fact.tainted is not saved_first
    in_force(store, tmp_path, *lines([*TRUNK, *branch, *OTHER]))
    kept = store.facts.get(fact.id)
    assert kept.tainted or kept.status is Status.ARCHIVED


def test_no_model_is_sent_what_was_left_and_no_note_rests_on_it(store: Store, tmp_path: Path) -> None:
    errand = "please pin the runner to four cores"
    branch: list[Node] = [("p2", "a1", PLACE), ("a2", "p2", "Noted.")]
    back: list[Node] = [*OTHER, ("p4", "a3", errand), ("a4", "p4", "Done."), ("p5", "a4", "never mind")]
    in_force(store, tmp_path, *lines([*TRUNK, *branch, *back]))
    (one,) = waiting(store, project=None, session=SESSION)
    assert IMAGES in one.request.text
    assert PLACE not in one.request.text and errand not in one.request.text
    notes = [{"text": text, "quote": text, "kind": "note"} for text in (PLACE, errand, IMAGES)]
    replay = tmp_path / "answer.jsonl"
    replay.write_text(json.dumps({"session": SESSION, "notes": notes}) + "\n")
    done = distill(Engine(store), way=f"replay:{replay}", session=SESSION).done
    assert done is not None
    assert [one.note.text for one in done.refused] == [PLACE, errand]
    assert waiting(store, project=store.sessions.get(SESSION).project, session=None) == []


WORD = "renderList"
RULE = f"Always run {WORD} before you commit in this repo."
SECOND = "Root cause: `getUserById` and the cache. Look again."


@pytest.fixture
def engine(store: Store) -> Iterator[Engine]:
    yield Engine(store, person=deciding_for_show())


def marked(text: str, *words: str, kind: str = "password") -> str:
    for word in words:
        text = text.replace(word, keys.marker(word, kind, keys.marker_key()))
    return text


def transcript(folder: Path, *texts: str, command: str = "git status") -> Path:
    """A session of Claude Code in which the person says these texts, and the agent runs a command."""
    file = folder / "talk.jsonl"
    lines = []
    for number, text in enumerate(texts):
        at = f"2026-10-05T10:{number:02d}:00.000Z"
        line = {"type": "user", "message": {"role": "user", "content": text}, "uuid": f"p{number}", "timestamp": at}
        lines.append({**line, "parentUuid": None, "cwd": CWD, "sessionId": SESSION})
    call = {"type": "tool_use", "id": "toolu_1", "name": "Bash", "input": {"command": command}}
    line = {"type": "assistant", "message": {"role": "assistant", "content": [call]}, "uuid": "a1"}
    lines.append({**line, "timestamp": "2026-10-05T11:00:00.000Z", "cwd": CWD, "sessionId": SESSION})
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return file


def captured(store: Store, folder: Path, *texts: str, words: tuple[str, ...] = (WORD,), command: str = "ls") -> Path:
    file = transcript(folder, *(marked(text, *words) for text in texts), command=marked(command, *words))
    capture(store, [file], Options(mine=True))
    return transcript(folder, *texts, command=command)


def said(store: Store) -> list[str]:
    return [turn.text for turn in store.sessions.turns(SESSION)]


def facts(store: Store) -> list[Fact]:
    return store.facts.select(FactFilter(statuses=tuple(Status)))


def test_nothing_is_masked_in_an_empty_store(store: Store) -> None:
    assert find_masked(store) == []


def test_what_is_masked_is_told_with_the_words_around(store: Store, tmp_path: Path) -> None:
    """Of a message, a command, a fact and its quotation, messages first; a marker of another store is none."""
    other = keys.marker(WORD, "password", b"of another store")
    said_here = [marked(RULE, WORD), f"{marked(SECOND, 'getUserById')} {other}"]
    capture(store, [transcript(tmp_path, *said_here, command=marked(f"ls {WORD}", WORD))], Options(mine=True))
    found = find_masked(store)
    assert [one.text.table for one in found][:3] == ["turns", "turns", "events"]
    assert {one.text.table for one in found} == {"turns", "events", "facts", "evidence"}
    assert all(WORD not in repr(one) and one.marker in one.around for one in found)
    assert other not in [one.marker for one in found]


def test_no_agent_is_shown_what_was_masked(engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    captured(engine.store, tmp_path, RULE)
    assert len(actions.list_masked(engine).found) == 3
    monkeypatch.setenv("CLAUDECODE", "1")
    with pytest.raises(NeedsPerson):
        actions.list_masked(engine)
