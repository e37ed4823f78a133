"""Facts in and out as lines of JSON: our own lossless form, and the plain form that other tools write.

May import `lore.memory` and what lies below it.
"""

from lore.transfer.fact_lines import export_facts, fact_objects
from lore.transfer.reading import ImportSummary, import_file

__all__ = ["ImportSummary", "export_facts", "fact_objects", "import_file"]
