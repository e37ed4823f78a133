"""What agents and programs reach Lore by. May import `lore.actions`, `lore.wire` and what lies at the bottom."""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    from lore.agents.http.listening import Telling as Telling, serve_http as serve_http
    from lore.agents.http.web.listening import serve_app as serve_app

__getattr__ = lazy_face(
    __name__,
    {
        "http.listening": "Telling serve_http",
        "http.web.listening": "serve_app",
    },
)
