"""Every public shape of JSON, one explicit function each. `docs/formats.md` describes them, golden files hold them."""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.wire.briefs import (
        brief as brief, receipt as receipt, standing as standing,
    )
    from lore.wire.captures import (
        captured as captured, checkpoint as checkpoint, gained as gained, watched as watched,
    )
    from lore.wire.categorised import (
        categories as categories, category as category,
    )
    from lore.wire.conversations import (
        conversation as conversation, narrative as narrative, sessions as sessions, timeline as timeline,
    )
    from lore.wire.distilling import (
        distilled as distilled, reader as reader,
    )
    from lore.wire.documents import (
        collections as collections, parts as parts, removed_documents as removed_documents, synced as synced,
    )
    from lore.wire.editing import (
        moved as moved, proposed as proposed, saved as saved, superseded as superseded,
    )
    from lore.wire.facts import (
        explanation as explanation, fact as fact, fact_list as fact_list,
    )
    from lore.wire.files import (
        instructions as instructions, project_files as project_files,
    )
    from lore.wire.health import (
        consolidated as consolidated, examined as examined, figures as figures, health_history as health_history,
    )
    from lore.wire.history import (
        event as event, events as events, reversal as reversal,
    )
    from lore.wire.hooking import (
        heeds as heeds, hooks as hooks,
    )
    from lore.wire.masking import (
        masked as masked,
    )
    from lore.wire.models import (
        model_list as model_list, model_status as model_status,
    )
    from lore.wire.narrating import (
        digest as digest, digests as digests,
    )
    from lore.wire.nights import (
        night as night, schedule as schedule,
    )
    from lore.wire.pages import (
        project_page as project_page,
    )
    from lore.wire.publishing import (
        published as published,
    )
    from lore.wire.purging import (
        purged as purged,
    )
    from lore.wire.review import (
        card as card, decided as decided, held as held, queue as queue, rescoped as rescoped, snoozed as snoozed,
    )
    from lore.wire.searches import (
        search_result as search_result,
    )
    from lore.wire.setting_up import (
        setup_done as setup_done, setup_plan as setup_plan, setup_status as setup_status,
    )
    from lore.wire.stores import (
        backups as backups, merged_projects as merged_projects, place as place, project as project,
        projects as projects,
    )
    from lore.wire.transfers import (
        imported as imported, migrated as migrated,
    )
    # isort: on
    # fmt: on

__getattr__ = lazy_face(
    __name__,
    {
        "briefs": "brief receipt standing",
        "captures": "captured checkpoint gained watched",
        "categorised": "categories category",
        "conversations": "conversation narrative sessions timeline",
        "distilling": "distilled reader",
        "documents": "collections parts removed_documents synced",
        "editing": "moved proposed saved superseded",
        "facts": "explanation fact fact_list",
        "files": "instructions project_files",
        "health": "consolidated examined figures health_history",
        "history": "event events reversal",
        "hooking": "heeds hooks",
        "masking": "masked",
        "models": "model_list model_status",
        "narrating": "digest digests",
        "nights": "night schedule",
        "pages": "project_page",
        "publishing": "published",
        "purging": "purged",
        "review": "card decided held queue rescoped snoozed",
        "searches": "search_result",
        "setting_up": "setup_done setup_plan setup_status",
        "stores": "backups merged_projects place project projects",
        "transfers": "imported migrated",
    },
)
