"""A throw-away store made of real sessions, to see everything work before trusting it with one's own.

May import every room of the engine below it.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.demo.scene import NOW, SHOP, build, read, transcripts
    # isort: on
    # fmt: on

__getattr__ = lazy_face(__name__, __file__)
