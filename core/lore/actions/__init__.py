"""One function per verb: what the command line, the app, hooks, MCP and HTTP call, and nothing else.

An action takes an `Engine`, enforces every rule, returns a frozen outcome and never prints. `registry` knows them all.
May import every room of the engine but `cli` and `wire`.
"""

from typing import TYPE_CHECKING

from lore.lazy import lazy_face

if TYPE_CHECKING:
    from lore.actions.batches import answer_batch as answer_batch
    from lore.actions.capturing import (
        AUTO as AUTO,
    )
    from lore.actions.capturing import (
        Captured as Captured,
    )
    from lore.actions.capturing import (
        Gained as Gained,
    )
    from lore.actions.capturing import (
        Watching as Watching,
    )
    from lore.actions.capturing import (
        WatchReporter as WatchReporter,
    )
    from lore.actions.capturing import (
        capture as capture,
    )
    from lore.actions.capturing import (
        formats as formats,
    )
    from lore.actions.capturing import (
        watch as watch,
    )
    from lore.actions.capturing import (
        watched_places as watched_places,
    )
    from lore.actions.checkpoints import (
        CheckpointKept as CheckpointKept,
    )
    from lore.actions.checkpoints import (
        checkpoint as checkpoint,
    )
    from lore.actions.checkpoints import (
        checkpoint_from as checkpoint_from,
    )
    from lore.actions.compression import (
        Compression as Compression,
    )
    from lore.actions.compression import (
        carry_out_compression as carry_out_compression,
    )
    from lore.actions.compression import (
        compress as compress,
    )
    from lore.actions.compression import (
        plan_compression as plan_compression,
    )
    from lore.actions.consolidation import Consolidated as Consolidated
    from lore.actions.consolidation import consolidate as consolidate
    from lore.actions.demonstration import (
        DemoStore as DemoStore,
    )
    from lore.actions.demonstration import (
        build_demo as build_demo,
    )
    from lore.actions.demonstration import (
        demo_moment as demo_moment,
    )
    from lore.actions.demonstration import (
        demo_sessions as demo_sessions,
    )
    from lore.actions.demonstration import (
        govern_demo as govern_demo,
    )
    from lore.actions.documents import (
        PART as PART,
    )
    from lore.actions.documents import (
        Collections as Collections,
    )
    from lore.actions.documents import (
        Parts as Parts,
    )
    from lore.actions.documents import (
        Removed as Removed,
    )
    from lore.actions.documents import (
        Synced as Synced,
    )
    from lore.actions.documents import (
        add_documents as add_documents,
    )
    from lore.actions.documents import (
        list_collections as list_collections,
    )
    from lore.actions.documents import (
        remove_documents as remove_documents,
    )
    from lore.actions.documents import (
        search_documents as search_documents,
    )
    from lore.actions.documents import (
        show_documents as show_documents,
    )
    from lore.actions.documents import (
        sync_documents as sync_documents,
    )
    from lore.actions.engine import Engine as Engine
    from lore.actions.engine import open_engine as open_engine
    from lore.actions.facts import Moved as Moved
    from lore.actions.health import (
        Examined as Examined,
    )
    from lore.actions.health import (
        Figures as Figures,
    )
    from lore.actions.health import (
        examine as examine,
    )
    from lore.actions.health import (
        measure as measure,
    )
    from lore.actions.health import (
        repair as repair,
    )
    from lore.actions.models import (
        ModelProgress as ModelProgress,
    )
    from lore.actions.models import (
        Models as Models,
    )
    from lore.actions.models import (
        ModelState as ModelState,
    )
    from lore.actions.models import (
        list_models as list_models,
    )
    from lore.actions.models import (
        list_rerankers as list_rerankers,
    )
    from lore.actions.models import (
        model_status as model_status,
    )
    from lore.actions.models import (
        prepare_model as prepare_model,
    )
    from lore.actions.models import (
        use_model as use_model,
    )
    from lore.actions.models import (
        use_reranker as use_reranker,
    )
    from lore.actions.projects import (
        ProjectHere as ProjectHere,
    )
    from lore.actions.projects import (
        ProjectsInUse as ProjectsInUse,
    )
    from lore.actions.projects import (
        list_projects as list_projects,
    )
    from lore.actions.projects import (
        set_project as set_project,
    )
    from lore.actions.projects import (
        show_project as show_project,
    )
    from lore.actions.searching import (
        PLACES as PLACES,
    )
    from lore.actions.searching import (
        Conditions as Conditions,
    )
    from lore.actions.searching import (
        Place as Place,
    )
    from lore.actions.searching import (
        about as about,
    )
    from lore.actions.searching import (
        by_date as by_date,
    )
    from lore.actions.searching import (
        decisions as decisions,
    )
    from lore.actions.searching import (
        recent as recent,
    )
    from lore.actions.searching import (
        reindex as reindex,
    )
    from lore.actions.searching import (
        search as search,
    )
    from lore.actions.sessions import (
        Conversation as Conversation,
    )
    from lore.actions.sessions import (
        Sessions as Sessions,
    )
    from lore.actions.sessions import (
        Timeline as Timeline,
    )
    from lore.actions.sessions import (
        Told as Told,
    )
    from lore.actions.sessions import (
        list_sessions as list_sessions,
    )
    from lore.actions.sessions import (
        replay_session as replay_session,
    )
    from lore.actions.sessions import (
        show_session as show_session,
    )
    from lore.actions.sessions import (
        tell_session as tell_session,
    )
    from lore.actions.sources import declare as declare
    from lore.actions.sources import whose as whose
    from lore.actions.stores import (
        Backups as Backups,
    )
    from lore.actions.stores import (
        StorePlace as StorePlace,
    )
    from lore.actions.stores import (
        back_up as back_up,
    )
    from lore.actions.stores import (
        list_backups as list_backups,
    )
    from lore.actions.stores import (
        restore_store as restore_store,
    )
    from lore.actions.stores import (
        store_place as store_place,
    )
    from lore.actions.transfers import (
        Imported as Imported,
    )
    from lore.actions.transfers import (
        Migrated as Migrated,
    )
    from lore.actions.transfers import (
        export as export,
    )
    from lore.actions.transfers import (
        import_facts as import_facts,
    )
    from lore.actions.transfers import (
        memory_sources as memory_sources,
    )
    from lore.actions.transfers import (
        migrate_from as migrate_from,
    )

__getattr__ = lazy_face(
    __name__,
    {
        "batches": "answer_batch",
        "capturing": "AUTO Captured Gained WatchReporter Watching capture formats watch watched_places",
        "checkpoints": "CheckpointKept checkpoint checkpoint_from",
        "compression": "Compression carry_out_compression compress plan_compression",
        "consolidation": "Consolidated consolidate",
        "demonstration": "DemoStore build_demo demo_moment demo_sessions govern_demo",
        "documents": "Collections PART Parts Removed Synced add_documents list_collections remove_documents "
        "search_documents show_documents sync_documents",
        "engine": "Engine open_engine",
        "facts": "Moved",
        "health": "Examined Figures examine measure repair",
        "models": "ModelProgress ModelState Models list_models list_rerankers model_status prepare_model use_model "
        "use_reranker",
        "projects": "ProjectHere ProjectsInUse list_projects set_project show_project",
        "searching": "Conditions PLACES Place about by_date decisions recent reindex search",
        "sessions": "Conversation Sessions Timeline Told list_sessions replay_session show_session tell_session",
        "sources": "declare whose",
        "stores": "Backups StorePlace back_up list_backups restore_store store_place",
        "transfers": "Imported Migrated export import_facts memory_sources migrate_from",
    },
)
