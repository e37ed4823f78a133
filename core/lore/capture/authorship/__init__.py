"""Who wrote the parts of a message that stands in a user's name. Pure: same message, same parts; no store.

The modules compile patterns, so each is loaded when a name of it is first used. May import `lore.language`,
`lore.model` and what lies below it.
"""

from typing import TYPE_CHECKING

from lore.lazy import lazy_face

if TYPE_CHECKING:
    from lore.capture.authorship.pasted import somebodys_parts as somebodys_parts, typed_text as typed_text

__getattr__ = lazy_face(__name__, __file__)
