"""From a message to the few facts worth keeping. Pure: same message, same facts; no store, no download.

The modules compile many patterns, so each is loaded when a name of it is first used. May import `lore.model`,
`lore.index` for what turns sentences into vectors, and what lies below them.
"""

from typing import TYPE_CHECKING

from lore.lazy import lazy_face

if TYPE_CHECKING:
    from lore.capture.extraction.happened import happened_at as happened_at
    from lore.capture.extraction.head import SentenceReader as SentenceReader
    from lore.capture.extraction.message import Extracted as Extracted, Message as Message, Verdict as Verdict
    from lore.capture.extraction.selection import explain as explain, extract as extract

__getattr__ = lazy_face(
    __name__,
    {
        "happened": "happened_at",
        "head": "SentenceReader",
        "message": "Extracted Message Verdict",
        "selection": "explain extract",
    },
)
