"""Files of a repository: read and replaced without touching anything outside it, and managed blocks."""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    from lore.files import blocks as blocks
    from lore.files.folder import DEFAULT_MODE as DEFAULT_MODE, Folder as Folder
    from lore.files.together import Replacement as Replacement, write_all as write_all

__getattr__ = lazy_face(
    __name__,
    {
        "folder": "DEFAULT_MODE Folder",
        "together": "Replacement write_all",
    },
)
