"""What runs inside agents and answers programs: `hook` at each event, `mcp` as tools, `http` for whatever else.

They are faces, as the command line is: they parse, call `lore.actions` and answer with the shapes of `lore.wire`. `hook` is a leaf.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.agents.http.listening import Telling, serve_http
    from lore.agents.mcp.serving import serve_mcp
    # isort: on
    # fmt: on

__getattr__ = lazy_face(__name__, __file__)
