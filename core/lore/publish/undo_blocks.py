"""Published files in the audit log, and how undo puts them back."""

import hashlib
from collections.abc import Mapping
from pathlib import Path

from lore.errors import Conflict
from lore.files import Folder, blocks
from lore.model import Subject, SubjectKind
from lore.publish.plan import Target
from lore.store import Transaction

State = Mapping[str, object]


def record(transaction: Transaction, folder: Folder, target: Target, action: str) -> None:
    """Log the change of one file, with what it takes to reverse it exactly."""
    before, after = (
        state(folder, target.path, target.name, content, target.preamble) for content in (target.before, target.after)
    )
    transaction.note(action, Subject(SubjectKind.FILE, target.path), before, after)


def state(folder: Folder, path: str, name: str, content: bytes | None, preamble: str = "") -> dict[str, object]:
    """What the log keeps of a file: the block with its place, never the text around it but what Lore put there."""
    block = blocks.find(content, name, path) if content is not None else None
    kept: dict[str, object] = {"root": str(folder.root), "block_name": name, "exists": content is not None}
    kept |= {"preamble": preamble} if preamble else {}
    if content is None:
        return kept
    start, end = (block.start, block.end) if block else (len(content), len(content))
    rest = content[:start] + content[end:]
    return {
        **kept,
        "block": content[start:end].decode("utf-8", "surrogateescape"),
        "offset": start,
        "around": hashlib.sha256(rest).hexdigest()[:16],
    }


class PublishedFiles:
    """Reverses what publishing wrote: the block comes and goes, the text around it stays as it is."""

    def restore(self, name: str, found: State | None, wanted: State | None) -> bool:
        """Bring a file from the state `found` to `wanted`. False where its block is as wanted already.

        Raises Conflict where its block is neither.
        """
        if found is None or wanted is None:
            raise Conflict(f"the log does not say how `{name}` was", hint="`git checkout` brings the file back")
        folder = Folder(Path(str(found["root"])))
        content = folder.read(name)
        now = state(folder, name, str(found["block_name"]), content)
        if _block(now) == _block(wanted):
            return False
        if _block(now) != _block(found):
            raise Conflict(
                f"the managed block of `{name}` was changed since", hint="`lore publish --diff` shows the difference"
            )
        folder.write(name, _rebuilt(content, now, wanted), owns_folders=True)
        return True


def _block(state: State) -> tuple[object, object]:
    return state["exists"], state.get("block")


def _rebuilt(content: bytes | None, now: State, wanted: State) -> bytes | None:
    block = str(wanted.get("block", "")).encode("utf-8", "surrogateescape")
    preamble = str(wanted.get("preamble", "")).encode()
    if content is None:
        return preamble + block if wanted["exists"] else None
    start, length = _number(now["offset"]), len(str(now["block"]).encode("utf-8", "surrogateescape"))
    rest = content[:start] + content[start + length :]
    if not wanted["exists"] and rest in (b"", preamble):
        return None
    # The text around the block may have changed meanwhile; then the place of an absent block is the end.
    if not length:
        start = _number(wanted.get("offset", 0)) if now["around"] == wanted.get("around") else len(rest)
    return rest[:start] + block + rest[start:]


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0
