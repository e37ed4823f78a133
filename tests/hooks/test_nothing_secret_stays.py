"""What is remembered of a running session holds no secret once its events are read."""

from pathlib import Path

import pytest

from lore.actions import Engine, drain_hooks
from lore.handover import goals, talks
from lore.presence import deciding
from lore.store import Store
from support.hooking import Session, nobody_drains

TOKEN = "ghp_" + "aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY1zA2"
SECRETS = {
    "a token": TOKEN,
    "a password": "password=Tr0ub4dor&3xKq!",
    "an url": "postgres://admin:s3cr3tPw99x@db.internal/x",
}
HIDDEN = {"a token": TOKEN, "a password": "Tr0ub4dor&3xKq!", "an url": "s3cr3tPw99x"}
PLACES = ("prompt", "long prompt", "cut prompt", "answer", "step", "after compaction")


def tell(session: Session, place: str, secret: str) -> None:
    """Have a secret at one place of what hooks remember."""
    session.prompt("Repair the importer of the warehouse and its retries")
    if place == "prompt":
        session.prompt(f"Use {secret} for the importer of the warehouse")
    elif place == "long prompt":
        session.prompt("Repair the stock levels of the warehouse. " * 5 + f"Use {secret} there. " + "And so on. " * 80)
    elif place == "cut prompt":  # the secret stands where the text is cut
        words = f"Use {secret} there"
        session.prompt("x " * ((talks.LONGEST - len(secret) // 2 - 6) // 2) + words)
    elif place == "answer":
        session.stop(f"I set {secret} in the importer.")
    elif place == "step":
        todos = [{"content": f"Set {secret} in the importer", "status": "pending", "activeForm": "Setting"}]
        session.tell("PostToolUse", tool_name="TodoWrite", tool_use_id="t1", tool_input={"todos": todos})
    else:
        session.prompt(f"Use {secret} for the importer of the warehouse")
        session.tell("PreCompact", trigger="auto")


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("kind", SECRETS)
def test_no_file_of_the_data_folder_holds_a_secret(
    kind: str, place: str, store: Store, home: Path, tmp_path: Path
) -> None:
    """The rest of what was said is still there, and the session is no younger for it."""
    with nobody_drains(home):
        tell(Session(tmp_path), place, SECRETS[kind])
    (silent, _), *_ = talks.talks(str(home))
    drain_hooks(Engine(store, person=deciding("test", yes=True), folder=tmp_path))
    for path in home.rglob("*"):
        if path.is_file():
            assert HIDDEN[kind].encode() not in path.read_bytes(), path
    ((later, talk),) = talks.talks(str(home))
    assert talk.goal.split()[0] in ("Repair", "x")
    assert later >= silent
    pieces = [term for term in goals.terms(HIDDEN[kind]) if len(term) > 5 and not term.isdecimal()]
    assert not set(pieces) & set(talk.terms)
