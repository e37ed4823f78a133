"""Every route, one entry each: the action behind it and the shape of its answer; what the command line alone does has
none. The list, the OpenAPI document, the
instructions for models and the tests are made from it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from lore import actions, wire
from lore.actions import Action, Engine, FactList, Parameter, ProjectFile, actions as registry
from lore.errors import UsageError

PAGE, MOST = 50, 500
"""How many of a list are given, and how many at most."""
LIMIT = Parameter("limit", int, f"Show at most this many, up to {MOST}.", False, PAGE)
HITS = Parameter("limit", int | None, f"Show at most this many, up to {MOST}; default: the setting.", False, None)
Shape = Callable[[Engine, Any, Mapping[str, Any]], Mapping[str, object]]


@dataclass(frozen=True)
class Route:
    """One route: `GET` leaves the store as it is, everything else is `POST`."""

    method: str
    path: str
    action_name: str
    shape: Shape
    """The answer as JSON, of the engine, the outcome and the arguments."""
    fixed: Mapping[str, object] = field(default_factory=dict)
    """What it always says to the action: these parameters are not to be given."""
    own: tuple[Parameter, ...] = ()
    """Parameters of the route that its action does not have."""
    says: str = ""
    """What it does, where it is not just what its action says of itself."""

    @cached_property
    def action(self) -> Action:
        return registry()[self.action_name]

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        """What may be given. Every `limit` has a default here, and an end."""
        named = (one for one in self.action.parameters if one.name not in self.fixed)
        limit = HITS if self.action_name == "search" else LIMIT
        return (*(limit if one.name == LIMIT.name else one for one in named), *self.own)

    @property
    def sentence(self) -> str:
        return self.says or f"{self.action.sentence.partition('. Raises')[0].rstrip('.')}."

    def answer(self, engine: Engine, given: Mapping[str, Any]) -> Mapping[str, object]:
        """Do it. Raises what the action raises, and UsageError for a limit out of bounds."""
        whole = {**{one.name: one.default for one in self.parameters if one is LIMIT}, **given}
        if not 1 <= (whole.get(LIMIT.name) or 1) <= MOST or whole.get(LIMIT.name) == 0:
            raise UsageError(f"`limit` is not between 1 and {MOST}", hint="ask for the next page instead")
        own = {one.name for one in self.own}
        for_action = {name: value for name, value in whole.items() if name not in own}
        return self.shape(engine, self.action.call(engine, **for_action, **self.fixed), whole)


def _told(engine: Engine, outcome: Any, given: Mapping[str, Any]) -> Mapping[str, object]:
    return wire.of(outcome)


def _files(engine: Engine, found: tuple[ProjectFile, ...], given: Mapping[str, Any]) -> Mapping[str, object]:
    return {"files": [wire.of(one) for one in found]}


def _queue(engine: Engine, waiting: tuple[str, ...], given: Mapping[str, Any]) -> Mapping[str, object]:
    folds = not given.get("agents") and not given.get("layer")
    stated = actions.stated_by_agents(engine, project=given.get("project")) if folds else {}
    limit = given["limit"]
    return wire.queue([actions.card(engine, name) for name in waiting[:limit]], max(0, len(waiting) - limit), stated)


def _facts(engine: Engine, found: FactList, given: Mapping[str, Any]) -> Mapping[str, object]:
    return wire.fact_list(actions.fact_views(engine, [fact.id for fact in found.facts]), found.unconfirmed)


def _read(engine: Engine, outcome: Any, given: Mapping[str, Any]) -> Mapping[str, object]:
    return wire.captured(outcome, shown=bool(given.get("explain")))


def _get(path: str, action: str, shape: Shape = _told, *own: Parameter, says: str = "", **fixed: object) -> Route:
    return Route("GET", path, action, shape, fixed, own, says)


def _post(path: str, action: str, shape: Shape = _told, **fixed: object) -> Route:
    return Route("POST", path, action, shape, fixed)


LIST: tuple[Route, ...] = (
    _get("/search", "search", record=False),
    _get("/facts", "facts", _facts),
    _get("/fact", "show"),
    _get("/history", "history"),
    _post("/add", "save"),
    _post("/update", "edit"),
    _post("/archive", "archive"),
    _post("/checkpoint", "checkpoint", agent=None),
    _post("/propose", "propose"),
    _get("/review", "queue", _queue, LIMIT, says="The cards of what waits for a person, in the order of review."),
    _post("/undo", "undo"),
    _post("/extract", "extract", _read),
    _post("/consolidate", "consolidate"),
    _get("/audit", "log"),
    _get("/files", "list_project_files", _files),
    _get("/sources", "sessions list"),
    _get("/source", "sessions show"),
    _get("/categories", "category list"),
    _get("/category", "category show"),
    _get("/health", "doctor", record=False),
    _get("/stats", "stats", keep=False, says="Show the memory in figures, now and as it was."),
    _get("/context", "context", give=False),
    _post("/recall", "recall"),
    _get("/prompt", "prompt"),
)
BY_PATH: Mapping[str, Route] = {route.path: route for route in LIST}
