"""Files of a repository: read and replaced without touching anything outside it, managed blocks, and what is gone."""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.files import blocks
    from lore.files.folder import DEFAULT_MODE, Folder, Replacement, write_all
    from lore.files.staleness import known_repository, look_after, look_after_folder, stale_among, stale_facts
    # isort: on
    # fmt: on

__getattr__ = lazy_face(__name__, __file__)
