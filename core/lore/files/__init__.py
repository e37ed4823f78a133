"""Files of a repository: read and replaced without touching anything outside it, managed blocks, and what is gone."""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.files import blocks as blocks
    from lore.files.folder import (
        DEFAULT_MODE as DEFAULT_MODE, Folder as Folder,
    )
    from lore.files.staleness import (
        known_repository as known_repository, look_after as look_after, look_after_folder as look_after_folder,
        stale_among as stale_among, stale_facts as stale_facts,
    )
    from lore.files.together import (
        Replacement as Replacement, write_all as write_all,
    )
    # isort: on
    # fmt: on

__getattr__ = lazy_face(
    __name__,
    {
        "folder": "DEFAULT_MODE Folder",
        "staleness": "known_repository look_after look_after_folder stale_among stale_facts",
        "together": "Replacement write_all",
    },
)
