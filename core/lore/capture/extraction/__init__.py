"""From a message to the few facts worth keeping. Pure: same message, same facts; no store, no download.

May import `lore.model`, `lore.index` for what turns sentences into vectors, and what lies below them.
"""

from lore.capture.extraction.extract import Extracted, Message, Verdict, explain, extract
from lore.capture.extraction.happened import happened_at
from lore.capture.extraction.head import Meanings

__all__ = ["Extracted", "Meanings", "Message", "Verdict", "explain", "extract", "happened_at"]
