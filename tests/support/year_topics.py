"""What the person of a simulated year says: rules in several wordings, decisions, corrections, one migration."""

import re
from dataclasses import dataclass

from lore.clean import Clean


@dataclass(frozen=True, slots=True)
class Version:
    """One state of a topic, in the wordings in which it is said."""

    marks: tuple[str, ...]
    """The words that a text of this version holds."""
    wordings: tuple[str, ...]

    def is_said(self, text: str) -> bool:
        """Whether a text speaks of it."""
        words = set(re.findall(r"[a-z0-9_./-]*[a-z0-9]", text.casefold()))
        return words >= set(self.marks)


@dataclass(frozen=True, slots=True)
class Topic:
    """A subject of one project: what held first, and what holds once it was corrected."""

    project: str
    first: Version
    corrected: Version | None = None

    def version_of(self, text: str) -> Version | None:
        """Which version a text speaks of; what names the corrected one is of that."""
        later = self.corrected
        return later if later and later.is_said(text) else self.first if self.first.is_said(text) else None


SHOP, ATLAS, COURIER = PROJECTS = ("github.com/me/shop", "github.com/me/atlas", "github.com/me/courier")


def _rule(project: str, marks: str, *wordings: str) -> Topic:
    return Topic(project, Version(tuple(marks.split()), wordings))


RULES = (
    _rule(
        SHOP,
        "prices cents",
        "Always store prices as integers in cents.",
        "Prices must be kept in cents, never as floats.",
        "I told you: keep all prices in cents.",
    ),
    _rule(
        SHOP,
        "vitest",
        "Always write tests with vitest.",
        "All tests must run with vitest.",
        "Please use vitest for every test.",
    ),
    _rule(
        SHOP,
        "squash",
        "Always squash commits before you merge.",
        "Before a merge, squash the commits into one.",
        "I said it before: squash before merging.",
    ),
    _rule(
        SHOP,
        "changelog",
        "Every change needs a line in the changelog.",
        "Never forget the changelog when you change behaviour.",
        "Always add an entry to the changelog.",
    ),
    _rule(
        ATLAS,
        "coordinates longitude",
        "Coordinates are always given as longitude first, then latitude.",
        "Always write coordinates in the order longitude, latitude.",
        "Never swap coordinates: longitude comes first.",
    ),
    _rule(
        ATLAS,
        "print",
        "Never use print in library code.",
        "Do not leave print in the code, use the logger.",
        "I told you: no print in the library.",
    ),
    _rule(
        ATLAS,
        "hints",
        "Always add type hints to public functions.",
        "Public functions must have type hints.",
        "Every public function needs type hints.",
    ),
    _rule(
        ATLAS,
        "rebase",
        "Always rebase on main before you push.",
        "Never push without a rebase on main.",
        "Please rebase onto main before pushing.",
    ),
    _rule(
        COURIER,
        "utc",
        "Always store timestamps in UTC.",
        "Timestamps must be in UTC everywhere.",
        "Never write local time, use UTC.",
    ),
    _rule(
        COURIER,
        "unwrap",
        "Never use unwrap outside of tests.",
        "Do not call unwrap in production code.",
        "I told you not to use unwrap outside of the tests.",
    ),
    _rule(
        COURIER,
        "clippy",
        "Always run clippy before you commit.",
        "Run clippy before every commit.",
        "You must run clippy before committing.",
    ),
    _rule(
        COURIER,
        "parcel grams",
        "Always give parcel weights in grams.",
        "The weight of a parcel must be in grams.",
        "Never use kilograms, a parcel is weighed in grams.",
    ),
)

DECISIONS = (
    _rule(SHOP, "stripe", "We decided to take payments with Stripe because it handles refunds."),
    _rule(SHOP, "meilisearch", "We decided to use Meilisearch for the product search because it handles typos."),
    _rule(ATLAS, "postgis", "We decided to keep the shapes in PostGIS because we need spatial joins."),
    _rule(ATLAS, "mercator", "We decided to draw maps in web Mercator because all tiles come in it."),
    _rule(COURIER, "nats", "We decided to send events over NATS because it is small."),
    _rule(COURIER, "tokio", "We decided to build on Tokio because every library supports it."),
)


def _corrected(project: str, was: str, said: tuple[str, ...], now: str, corrections: tuple[str, ...]) -> Topic:
    return Topic(project, Version(tuple(was.split()), said), Version(tuple(now.split()), corrections))


CORRECTED = (
    _corrected(
        SHOP,
        "npm",
        ("Always use npm to install packages.", "Use npm to install packages.", "Install packages with npm."),
        "pnpm",
        ("No, use pnpm to install packages, not npm.", "Always use pnpm instead of npm to install packages."),
    ),
    _corrected(
        ATLAS,
        "black",
        ("Always format code with black.", "Format the code with black before you commit.", "Use black to format."),
        "ruff",
        ("No, format code with ruff, not with black.", "Always use ruff instead of black to format code."),
    ),
    _corrected(
        COURIER,
        "8001",
        ("The gateway listens on port 8001.", "Always start the gateway on port 8001.", "Use port 8001 for it."),
        "8080",
        ("No, the gateway listens on port 8080, not 8001.", "Always start the gateway on port 8080, never on 8001."),
    ),
)

MIGRATION = _corrected(
    SHOP,
    "rest api",
    (
        "Always use REST for the API of the shop.",
        "The API of the shop must be REST.",
        "Use REST for every new part of the shop API.",
    ),
    "graphql",
    (
        "We moved from REST to GraphQL: always use GraphQL instead of REST for the API of the shop.",
        "No, not REST. Use GraphQL for the API of the shop.",
        "Always use GraphQL for the shop API, never REST.",
    ),
)
"""Said, and corrected some days later, when the agent goes on in the old way."""

LEANING = (
    _rule(SHOP, "rest mocks", "Always keep the mocks of the REST calls beside the tests."),
    _rule(SHOP, "rest retries", "The REST client always retries three times before it gives up."),
    _rule(SHOP, "rest errors", "REST errors must always carry a request number."),
)
"""What rests on the old way and says nothing against the new one."""

UNUSED = _rule(ATLAS, "volcanic 7311", "The volcanic tile server listens on port 7311.")
"""Said once, and never of use again."""

TOPICS = (*RULES, *DECISIONS, *CORRECTED, MIGRATION, *LEANING, UNUSED)


def topic_of(project: str | None, text: Clean | str) -> tuple[Topic, Version] | None:
    """The topic of a project that a text speaks of, and in which version."""
    for topic in TOPICS:
        if topic.project == project and (version := topic.version_of(text)) is not None:
            return topic, version
    return None
