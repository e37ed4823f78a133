"""Every public shape of JSON, one explicit function each. `docs/formats.md` describes them, golden files hold them."""

from typing import TYPE_CHECKING

from lore.lazy import lazy_face

if TYPE_CHECKING:
    from lore.wire.captures import captured as captured, checkpoint as checkpoint, gained as gained, watched as watched
    from lore.wire.conversations import (
        conversation as conversation,
        narrative as narrative,
        sessions as sessions,
        timeline as timeline,
    )
    from lore.wire.documents import (
        collections as collections,
        parts as parts,
        removed_documents as removed_documents,
        synced as synced,
    )
    from lore.wire.health import (
        compression as compression,
        consolidated as consolidated,
        examined as examined,
        figures as figures,
    )
    from lore.wire.models import model_list as model_list, model_status as model_status
    from lore.wire.searches import search_result as search_result
    from lore.wire.stores import backups as backups, place as place, project as project, projects as projects
    from lore.wire.transfers import imported as imported, migrated as migrated

__getattr__ = lazy_face(
    __name__,
    {
        "captures": "captured checkpoint gained watched",
        "conversations": "conversation narrative sessions timeline",
        "documents": "collections parts removed_documents synced",
        "health": "compression consolidated examined figures",
        "models": "model_list model_status",
        "searches": "search_result",
        "stores": "backups place project projects",
        "transfers": "imported migrated",
    },
)
