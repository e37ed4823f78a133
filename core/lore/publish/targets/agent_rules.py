"""The same conventions in files that one agent alone reads: only those that you choose with `publish.targets`.

Cursor (`.cursor/rules/*.mdc`), Devin (`.devin/rules/*.md`) and skills (`NAME/SKILL.md`) want settings before the first
line of text. Those are put there when the file is made, stand outside of the block, and are yours from then on.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from lore.config import PUBLISH_TARGETS, in_force
from lore.errors import UsageError
from lore.files import Folder
from lore.model import CandidateKind, CandidateStatus, Fact
from lore.publish.targets.conventions import Conventions
from lore.publish.targets.target import Item
from lore.store import Store

_SKILL = "project-procedures"
_SKILL_INTRODUCTION = "How things are done in this project, as its people approved it."


@dataclass(frozen=True, slots=True)
class AgentRules:
    """The approved conventions of a project, in the file of one agent."""

    name: str
    """Of the block, and the word that chooses it."""
    files: tuple[str, ...]
    preamble: str = ""
    lists: bool = True
    pointer: str | None = None

    def paths(self, folder: Folder, *, create: bool) -> list[str]:
        """Its one file, where it holds the block or is to be made."""
        found = folder.resolve(self.files[0])
        content = b"" if create else folder.read(found) or b""
        mark = self.name.encode()
        return [found] if create or b"lore:begin %s " % mark in content or b"lore:end %s " % mark in content else []

    def applies(self, store: Store, project: str) -> list[Fact]:
        """What `CONVENTIONS.md` lists, where this target was chosen."""
        return Conventions().applies(store, project) if is_chosen(store, self.name) else []

    def render(self, store: Store, project: str, facts: Sequence[Fact], *, alone: bool) -> str:
        return Conventions().render(store, project, facts, alone=alone)

    def parse(self, body: str) -> list[Item]:
        return Conventions().parse(body)


@dataclass(frozen=True, slots=True)
class Skills(AgentRules):
    """The approved skills of a project, as one skill that lists them."""

    def applies(self, store: Store, project: str) -> list[Fact]:
        """The conventions among them that were proposed as a skill."""
        if not is_chosen(store, self.name):
            return []
        approved = store.candidates.select((CandidateStatus.APPROVED,))
        skills = {one.fact for one in approved if one.kind is CandidateKind.SKILL}
        return [fact for fact in Conventions().applies(store, project) if fact.id in skills]

    def render(self, store: Store, project: str, facts: Sequence[Fact], *, alone: bool) -> str:
        heading = "# Procedures" if alone else "## Approved procedures"
        return Conventions().render(store, project, facts, alone=alone, heading=heading, says=_SKILL_INTRODUCTION)


CHOICES: tuple[AgentRules, ...] = (
    AgentRules(
        "cursor",
        (".cursor/rules/conventions.mdc",),
        "---\ndescription: Conventions that the people of this project approved\nglobs:\nalwaysApply: true\n---\n",
    ),
    AgentRules("copilot", (".github/copilot-instructions.md",)),
    AgentRules("gemini", ("GEMINI.md",)),
    AgentRules("devin", (".devin/rules/conventions.md",), "---\ntrigger: always_on\n---\n"),
    Skills(
        "skills",
        (f".claude/skills/{_SKILL}/SKILL.md",),
        f"---\nname: {_SKILL}\ndescription: How recurring work is done in this project, as its people approved it."
        " Use it before you begin such work.\n---\n",
    ),
)
"""Every file of an agent that can be chosen."""


def is_chosen(store: Store, name: str) -> bool:
    """Whether a person chose this target. Raises UsageError where the setting names one that there is not."""
    chosen = in_force(store)[PUBLISH_TARGETS].replace(",", " ").split()
    known = [one.name for one in CHOICES]
    if odd := next((word for word in chosen if word not in known), None):
        hint = f'for example `lore config set publish.targets "{known[0]}, {known[1]}"`; there are {", ".join(known)}'
        raise UsageError(f"`publish.targets` names `{odd}`, which cannot be published to", hint=hint)
    return name in chosen
