"""The server: every tool of the list, the resources and the prompts, on the official SDK."""

import inspect
from collections.abc import Callable, Mapping
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.shared.exceptions import MCPError
from mcp.types import CallToolResult, InputRequiredResult, ToolAnnotations
from pydantic import Field

from lore import __version__
from lore.actions import damage_met
from lore.agents.mcp import reading, writing
from lore.agents.mcp.desk import Asked, Desk, Entry, said
from lore.agents.mcp.forms import form_tools
from lore.agents.mcp.resources import add_resources, failed
from lore.agents.mcp.warm import Warm
from lore.errors import LoreError, UsageError
from lore.intake import clean


def add_prompts(server: MCPServer[Any]) -> None:
    """Register every prompt."""

    @server.prompt(title="Recall")
    def recall(topic: Annotated[str, Field(description="What to look for.")]) -> str:
        """What the memory holds on a topic."""
        return (
            f"Search my memory for: {topic}\n\nUse `memory_search`, then `memory_get` for what matters. Tell me what "
            "was decided or said, when and why, with the ids. Say so where nothing is known; add nothing of your own."
        )

    @server.prompt(title="Remember")
    def remember(what: Annotated[str, Field(description="What to keep.")]) -> str:
        """Keep something in the memory."""
        return (
            f"Remember this: {what}\n\nUse `memory_search` to see whether it is known. If it is not, use `memory_add`: "
            "one sentence that can be understood alone, my exact words as `quote`, the kind that fits, the reason "
            "where I gave one. Then tell me what was stored."
        )

    @server.prompt(title="Review")
    def review() -> str:
        """Decide on what waits."""
        return (
            "Call `memory_review` so that I can decide on what waits in my memory, once for each card until I stop or "
            "nothing waits. Do not decide for me; what has warnings I look at in a terminal with `lore review`."
        )

    @server.prompt(title="Begin with Lore")
    def onboarding() -> str:
        """The first steps with an empty memory."""
        return (
            "My memory may be new. Call `memory_context`. Where it is empty, tell me in a few lines what Lore is for: "
            "it keeps what I decide and correct, so that I need not say it twice; I approve what becomes a rule. "
            "Then ask me three short questions, one at a time: how you shall answer, which rules hold in this project, "
            "which decisions you should know the reason of. Save each answer with `memory_add`, my words as `quote`."
        )


_NOISE = ("title", "default")


def slim(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of a tool's parameters without titles, defaults and references, nor `null` for what is optional."""
    found: dict[str, Any] = {"type": "object", "properties": {}}
    for name, described in schema["properties"].items():
        found["properties"][name] = _slim(described, schema.get("$defs", {}))
    required = schema.get("required", [])
    return {**found, "required": required} if required else found


def _slim(described: Mapping[str, Any], named: Mapping[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in described.items() if name not in (*_NOISE, "anyOf", "$ref") and value != ""}
    if reference := described.get("$ref"):
        kept = {**_slim(named[reference.rpartition("/")[2]], named), **kept}
    for one in described.get("anyOf", ()):
        if one.get("type") != "null":
            kept = {**_slim(one, named), **kept}
    if "items" in kept:
        kept["items"] = _slim(kept["items"], named)
    if "enum" in kept and str(kept.get("description", "")).startswith(AS_IN):
        del kept["enum"]
    return kept


AS_IN = "As in "
"""Begins the sentence of a parameter whose values another tool lists."""


FORMER: Mapping[str, str] = {
    "memory_history": "`memory_get` with `history` tells of one fact, `memory_by_date` of a time",
    "memory_sync": "`memory_context` without a prompt does that",
    "memory_category": '`memory_by_date` with `what`: "categories" does that',
    "memory_stats": '`memory_maintain` with `do`: "stats" does that',
    "memory_health": '`memory_maintain` with `do`: "health" does that',
    "memory_clean": '`memory_maintain` with `do`: "clean" does that',
    "memory_consolidate": '`memory_maintain` with `do`: "consolidate" does that',
    "memory_compress": "Lore takes nothing out of memory files any more",
    "memory_confirm": "`memory_update` with `holds` does that",
    "memory_propose": "`memory_review` with `ids` or `text` does that",
    "memory": "`memory_add` saves and `memory_search` finds: memories are no files any more",
    "hook_recall": "`lore setup` connects hooks, which ask this server themselves: take this hook out",
}


NAME, TITLE = "lore", "Lore"
INSTRUCTIONS = (
    "The person's long-term memory. Search it before you decide what may have been decided before; "
    "save what they correct or decide, with their exact words as `quote`. Where something waits for them, call "
    "`memory_review` at a pause."
)


class LoreServer(MCPServer[Any]):
    """Answers in Lore's words where a tool fails."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """As the SDK does; an error is an answer with its hint, and an argument that no tool has is one."""
        tool = self._tool_manager.get_tool(name)
        try:
            unknown = sorted(arguments.keys() - tool.parameters["properties"].keys()) if tool else []
            if tool is None or unknown:
                raise _unknown(name, unknown)
            return await super().call_tool(name, arguments, context)
        except MCPError:
            raise
        except Exception as error:  # noqa: BLE001 -- the last place: from here on it would be a traceback
            return failed(name, error)


def build_server(warm: Warm) -> LoreServer:
    """A server over one engine, with no state of a session."""

    server = LoreServer(NAME, title=TITLE, version=__version__, instructions=INSTRUCTIONS)
    _send_no_traces(server)
    desk = Desk(warm)
    for entry in entries(desk):
        call = entry.call if entry.asks else _served(entry, desk)
        server.add_tool(
            call,
            name=entry.name,
            title=entry.title,
            description=entry.description,
            annotations=_hints(entry),
            meta={"anthropic/alwaysLoad": True} if entry.always else None,
            structured_output=False,
        )
        tool = server._tool_manager.get_tool(entry.name)
        assert tool
        tool.parameters = slim(tool.parameters)
    add_resources(server, desk)
    add_prompts(server)
    return server


def entries(desk: Desk) -> list[Entry]:
    """Every tool in the order of the list: what reads, what writes, what asks."""
    return [*reading.TOOLS.entries, *writing.TOOLS.entries, *form_tools(desk)]


def _send_no_traces(server: MCPServer[Any]) -> None:
    """The SDK tells OpenTelemetry of every call, and whoever set up an exporter would send that away."""
    server.middleware[:] = [one for one in server.middleware if type(one).__name__ != "OpenTelemetryMiddleware"]


def _hints(entry: Entry) -> ToolAnnotations:
    """What differs from what a client takes for granted: that a tool writes, destroys and reaches out."""
    if entry.reads:
        return ToolAnnotations(read_only_hint=True, open_world_hint=False)
    return ToolAnnotations(destructive_hint=None if entry.destroys else False, open_world_hint=False)


def _unknown(name: str, arguments: list[str]) -> UsageError:
    if arguments:
        return UsageError(f"`{name}` has no `{arguments[0]}`", hint=f"`tools/list` describes `{name}`")
    if instead := FORMER.get(name):
        return UsageError(f"`{name}` is gone: {instead}", hint="`tools/list` describes the tools")
    return UsageError(f"there is no tool `{name}`", hint="`tools/list` names them")


def _served(entry: Entry, desk: Desk) -> Callable[..., object]:
    """The function of a tool as the SDK takes it: with the client's context, done in a thread of ours."""
    hints = get_type_hints(entry.call, include_extras=True)
    given = list(inspect.signature(entry.call).parameters.values())[1:]
    parameters = [one.replace(annotation=_described(hints[one.name])) for one in given]

    async def served(context: Context[Any, Any], **arguments: Any) -> CallToolResult:
        told: list[LoreError] = []
        answer = await desk.do(context, lambda asked: _called(entry, asked, arguments), warn=told.append)
        warnings = [error.message for error in told]
        warnings += [f"`{name}` is damaged on disk and was left out" for name in damage_met()]
        return said("\n".join([answer, *warnings]))

    asking = inspect.Parameter("context", inspect.Parameter.KEYWORD_ONLY, annotation=Context)
    keywords = [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in parameters]
    served.__name__ = entry.name
    served.__signature__ = inspect.Signature([*keywords, asking], return_annotation=CallToolResult)  # type: ignore[attr-defined]
    served.__annotations__ = {one.name: one.annotation for one in [*keywords, asking]} | {"return": CallToolResult}
    return served


def _called(entry: Entry, asked: Asked, arguments: Mapping[str, Any]) -> str:
    """Whatever was given passes the intake door, for an answer may repeat it."""
    answer: str = entry.call(asked, **{name: _cleaned(value) for name, value in arguments.items()})
    return answer


def _cleaned(value: Any) -> Any:
    if isinstance(value, list):
        return [_cleaned(one) for one in value]
    return str(clean(value)) if type(value) is str else value


def _described(hint: Any) -> Any:
    """`Annotated[str, "a sentence"]` with the sentence where the SDK looks for it."""
    if get_origin(hint) is not Annotated:
        return hint
    kind, sentence = get_args(hint)[:2]
    return Annotated[kind, Field(description=sentence)]
