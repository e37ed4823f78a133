"""From a message to the few facts worth keeping. Pure: same message, same facts; no store, no model download.

May import `lore.model` and what lies below it.
"""

from lore.capture.extraction.extract import Extracted, Message, Verdict, explain, extract

__all__ = ["Extracted", "Message", "Verdict", "explain", "extract"]
