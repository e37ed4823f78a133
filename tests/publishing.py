"""What the tests of publishing stand on: a repository, an approved convention, one call that publishes."""

from pathlib import Path

from lore import publish
from lore.memory.facts import NewFact, add_fact, propose
from lore.memory.review import approve
from lore.model import Fact, Kind, Layer, Project
from lore.projects import REMOTE
from lore.store import Store

KEY = "github.com/me/web"


def make_repository(root: Path) -> Path:
    """A git repository with a remote."""
    (root / ".git").mkdir(parents=True)
    (root / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (root / ".git" / "config").write_text('[remote "origin"]\n\turl = git@github.com:Me/Web.git\n')
    return root


def approved(store: Store, text: str, *, layer: Layer = Layer.PROJECT, project: str | None = KEY) -> Fact:
    """A convention: saved in the repository `web` of the home folder, proposed and approved."""
    place = Project(KEY, REMOTE, (Path.home() / "web").as_posix())
    fact = add_fact(store, NewFact(text, Kind.CONVENTION, layer, project, place=place)).fact
    return approve(store, propose(store, fact.id).id).fact


def publish_into(store: Store, root: Path, **options: object) -> publish.Plan:
    """Publish, in a folder that a person agreed to unless `new_root` says otherwise."""
    folder, key = publish.place(store, root)
    return publish.publish(store, folder, key, **{"new_root": True, **options})  # type: ignore[arg-type]  # options of `publish`
