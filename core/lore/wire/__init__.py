"""Every public shape of JSON, one explicit function each. `docs/formats.md` describes them, golden files hold them."""

from typing import TYPE_CHECKING

from lore.lazy import lazy_face

if TYPE_CHECKING:
    from lore.wire.searches import search_result as search_result

__getattr__ = lazy_face(
    __name__,
    {
        "searches": "search_result",
    },
)
