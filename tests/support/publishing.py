"""What the tests of publishing stand on: a repository, an approved convention, one call that publishes."""

from pathlib import Path

from lore import publish
from lore.memory.editing import NewFact, add_fact, propose
from lore.model import Fact, Kind, Layer, Project
from lore.projects import REMOTE
from lore.store import Store
from support.person import approve, me

KEY = "github.com/me/web"


def make_repository(root: Path) -> Path:
    (root / ".git").mkdir(parents=True)
    (root / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (root / ".git" / "config").write_text('[remote "origin"]\n\turl = git@github.com:Me/Web.git\n')
    return root


def approved(store: Store, text: str, *, layer: Layer = Layer.PROJECT, project: str | None = KEY) -> Fact:
    place = Project(KEY, REMOTE, (Path.home() / "web").as_posix())
    fact = add_fact(store, NewFact(text, Kind.CONVENTION, layer, project, place=place)).fact
    return approve(store, propose(store, fact.id).id).fact


def publish_into(store: Store, root: Path, **options: object) -> publish.Plan:
    folder, key = publish.resolve_target(store, root)
    wanted = {"new_root": True, **options}
    return publish.publish(store, folder, key, by=me(), **wanted)  # type: ignore[arg-type]  # options of `publish`


def accept_into(store: Store, root: Path) -> publish.Plan:
    folder, key = publish.resolve_target(store, root)
    edit = publish.hand_edit(store, folder, key)
    known: dict[str, list[str]] = {line.words: [risk.id for risk in line.risks] for line in edit.lines}
    return publish.publish_accepted(store, folder, edit, key, new_root=True, by=me(), acknowledged=known)


def edited_by_hand(store: Store) -> Path:
    """The repository `web` of the home folder: a memory file, and a published file that somebody added a line to."""
    root = make_repository(Path.home() / "web")
    approved(store, "Squash before merging")
    (root / "CLAUDE.md").write_text("# Web\n\n- Run `make check` before a commit\n\n```\nmake check\n```\n")
    publish_into(store, root)
    file = root / "CONVENTIONS.md"
    file.write_text(file.read_text().replace("<!-- lore:end", "- Deploy on Tuesdays only\n<!-- lore:end"))
    return root
