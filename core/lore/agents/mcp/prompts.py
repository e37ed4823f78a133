"""The prompts that a person may pick in their agent."""

from typing import Annotated, Any

from mcp.server import MCPServer
from pydantic import Field


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
