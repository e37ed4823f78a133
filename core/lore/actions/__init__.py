"""One function per verb: what the command line, the app, hooks, MCP and HTTP call, and nothing else.

An action takes an `Engine`, enforces every rule, returns a frozen outcome and never prints. `registry` knows them all.
May import every room of the engine but `cli`, `wire` and `demo`.
"""

from typing import TYPE_CHECKING

from lore.lazy import lazy_face

if TYPE_CHECKING:
    from lore.actions.facts import Moved as Moved

__getattr__ = lazy_face(
    __name__,
    {
        "facts": "Moved",
    },
)
