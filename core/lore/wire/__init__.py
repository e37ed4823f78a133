"""Every public shape of JSON, one explicit function each. `docs/formats.md` describes them, golden files hold them."""

from typing import TYPE_CHECKING

from lore.lazy import lazy_face

if TYPE_CHECKING:
    from lore.wire.captures import captured as captured
    from lore.wire.captures import checkpoint as checkpoint
    from lore.wire.captures import gained as gained
    from lore.wire.captures import watched as watched
    from lore.wire.conversations import (
        conversation as conversation,
    )
    from lore.wire.conversations import (
        narrative as narrative,
    )
    from lore.wire.conversations import (
        sessions as sessions,
    )
    from lore.wire.conversations import (
        timeline as timeline,
    )
    from lore.wire.documents import (
        collections as collections,
    )
    from lore.wire.documents import (
        parts as parts,
    )
    from lore.wire.documents import (
        removed_documents as removed_documents,
    )
    from lore.wire.documents import (
        synced as synced,
    )
    from lore.wire.health import (
        compression as compression,
    )
    from lore.wire.health import (
        consolidated as consolidated,
    )
    from lore.wire.health import (
        examined as examined,
    )
    from lore.wire.health import (
        figures as figures,
    )
    from lore.wire.models import model_list as model_list
    from lore.wire.models import model_status as model_status
    from lore.wire.searches import search_result as search_result
    from lore.wire.stores import backups as backups
    from lore.wire.stores import place as place
    from lore.wire.stores import project as project
    from lore.wire.stores import projects as projects
    from lore.wire.transfers import imported as imported
    from lore.wire.transfers import migrated as migrated

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
