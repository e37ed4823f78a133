"""Lore inside the agents: what each of them is like, and what runs inside them."""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    from lore.agents.mcp.serving import serve_mcp as serve_mcp

__getattr__ = lazy_face(
    __name__,
    {
        "mcp.serving": "serve_mcp",
    },
)
