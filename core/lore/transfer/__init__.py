"""Facts in and out as lines of JSON: our own lossless form, and the plain form that other tools write.

May import `lore.memory` and what lies below it.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.transfer.fact_lines import export_facts
    from lore.transfer.reading import ImportSummary, import_file
    # isort: on
    # fmt: on

__getattr__ = lazy_face(__name__, __file__)
