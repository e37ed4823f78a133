"""What Anthropic's memory tool answers, as JSON."""

from lore.actions import MemoryAnswer


def memory_file(answer: MemoryAnswer) -> dict[str, object]:
    """`memory` over MCP and HTTP."""
    return {
        "text": answer.text,
        "path": answer.path,
        "version": answer.version,
        "sha256": answer.sha256,
        "candidate": answer.candidate,
    }
