"""One function per verb: what the command line, the app, hooks, MCP and HTTP call, and nothing else.

An action takes an `Engine`, enforces every rule, returns a frozen outcome and never prints. `registry` knows them all.
May import every room of the engine but `cli`, `wire` and `demo`.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.actions.acts import (
        Act as Act, Acts as Acts, act_events as act_events, act_told as act_told, list_acts as list_acts,
        things_named as things_named,
    )
    from lore.actions.answering import (
        answering_prompts as answering_prompts,
    )
    from lore.actions.arguments import (
        arguments_in_words as arguments_in_words, arguments_of as arguments_of,
    )
    from lore.actions import background as background
    from lore.actions.batches import (
        answer_batch as answer_batch,
    )
    from lore.actions.beginnings import (
        FIRST_QUESTIONS as FIRST_QUESTIONS, save_answers as save_answers,
    )
    from lore.actions.briefing import (
        Brief as Brief, BriefItem as BriefItem, HeedList as HeedList, Receipt as Receipt, Standing as Standing,
        context as context, heeded as heeded, recall as recall, receipt as receipt, why as why,
    )
    from lore.actions.capturing import (
        AUTO as AUTO, AgentSessions as AgentSessions, CaptureReporter as CaptureReporter, Captured as Captured,
        Gained as Gained, WatchReporter as WatchReporter, Watching as Watching, agents_heard as agents_heard,
        capture as capture, formats as formats, heard_in_words as heard_in_words,
        prompts_to_confirm as prompts_to_confirm, sessions_here as sessions_here, watch as watch,
        watched_places as watched_places,
    )
    from lore.actions.catching_up import (
        News as News, sync as sync,
    )
    from lore.actions.categories import (
        Categories as Categories, CategoryOverview as CategoryOverview, add_category as add_category,
        edit_category as edit_category, list_categories as list_categories, remove_category as remove_category,
        show_category as show_category,
    )
    from lore.actions.checkpoints import (
        CheckpointKept as CheckpointKept, checkpoint as checkpoint, checkpoint_from as checkpoint_from,
    )
    from lore.actions.checkups import (
        Check as Check, CheckTrend as CheckTrend, HealthHistory as HealthHistory, Outcome as Outcome,
        Overview as Overview, Result as Result, Spell as Spell, density as density, density_steps as density_steps,
        examine_each as examine_each, list_checks as list_checks, show_health as show_health,
    )
    from lore.actions.configuring import (
        change_settings as change_settings, settings as settings,
    )
    from lore.actions.consolidation import (
        Consolidated as Consolidated, consolidate as consolidate,
    )
    from lore.actions.demonstration import (
        DemoStory as DemoStory, acts_of_person as acts_of_person, build_demo as build_demo, decide_demo as decide_demo,
        demo_moment as demo_moment, demo_project as demo_project, demo_sessions as demo_sessions,
        house_demo as house_demo, tell_demo as tell_demo,
    )
    from lore.actions.digests import (
        Digests as Digests, list_digests as list_digests, show_digest as show_digest,
    )
    from lore.actions.distilling import (
        Distilling as Distilling, distill as distill, is_model_agreed as is_model_agreed,
    )
    from lore.actions.documents import (
        Collections as Collections, PROPOSED as PROPOSED, Parts as Parts, Removed as Removed, Synced as Synced,
        add_documents as add_documents, list_collections as list_collections, propose_documents as propose_documents,
        remove_documents as remove_documents, search_documents as search_documents, show_documents as show_documents,
        sync_documents as sync_documents,
    )
    from lore.actions.editing import (
        Moved as Moved, NewFact as NewFact, Proposed as Proposed, Saved as Saved, Superseded as Superseded,
        archive as archive, confirm as confirm, draft as draft, edit as edit, pin as pin, propose as propose,
        replace_text as replace_text, restore as restore, save as save, supersede as supersede, unpin as unpin,
    )
    from lore.actions.engine import (
        Engine as Engine, damage_met as damage_met, open_engine as open_engine,
    )
    from lore.actions.facts import (
        Explained as Explained, FactInBrief as FactInBrief, FactList as FactList, FactOrder as FactOrder,
        FactView as FactView, OrderedFacts as OrderedFacts, explain_strength as explain_strength,
        fact_ids as fact_ids, fact_views as fact_views, facts_in_brief as facts_in_brief, list_facts as list_facts,
        ordered_facts as ordered_facts, show as show, some_facts as some_facts,
    )
    from lore.actions.findable import (
        embed_more as embed_more,
    )
    from lore.actions.health import (
        Examined as Examined, Figures as Figures, examine as examine, measure as measure, repair as repair,
    )
    from lore.actions.history import (
        Difference as Difference, Events as Events, Reversal as Reversal, act_of as act_of, details as details,
        differences as differences, event_numbered as event_numbered, event_numbers as event_numbers,
        events_after as events_after, history_of as history_of, leaves_undo as leaves_undo, log as log,
        phrase as phrase, redo as redo, sentence as sentence, undo as undo, words_of as words_of,
    )
    from lore.actions.hooks import (
        HookState as HookState, drain_alone as drain_alone, drain_hooks as drain_hooks,
        forget_faults as forget_faults, hook_brief as hook_brief, hooks_state as hooks_state,
        status_line as status_line, switch_hooks as switch_hooks,
    )
    from lore.actions.looking_back import (
        DayTally as DayTally, DayView as DayView, Kept as Kept, KeptSessions as KeptSessions,
        Transcript as Transcript, count_days as count_days, facts_of_session as facts_of_session,
        sessions_kept as sessions_kept, show_day as show_day, transcript as transcript,
    )
    from lore.actions.masking import (
        MaskedList as MaskedList, list_masked as list_masked,
    )
    from lore.actions.models import (
        ModelProgress as ModelProgress, ModelState as ModelState, Models as Models, list_models as list_models,
        model_status as model_status, prepare_model as prepare_model, use_model as use_model,
    )
    from lore.actions.nights import (
        Night as Night, PlannedTimer as PlannedTimer, Schedule as Schedule,
        consolidate_quietly as consolidate_quietly, install_schedule as install_schedule, night as night,
        plan_schedule as plan_schedule, remove_schedule as remove_schedule, schedule_status as schedule_status,
    )
    from lore.actions.pages import (
        Page as Page, ProjectPage as ProjectPage, plan_memory as plan_memory, publish_memory as publish_memory,
        remove_memory as remove_memory, show_page as show_page,
    )
    from lore.actions.parameters import (
        short_id as short_id,
    )
    from lore.actions import posted as posted
    from lore.actions.project_files import (
        FileKind as FileKind, FileState as FileState, FileText as FileText, ProjectFile as ProjectFile,
        list_project_files as list_project_files, read_project_file as read_project_file,
    )
    from lore.actions.projects import (
        MergedProjects as MergedProjects, ProjectHere as ProjectHere, ProjectsInUse as ProjectsInUse,
        list_projects as list_projects, merge_project as merge_project, set_project as set_project,
        show_project as show_project,
    )
    from lore.actions.prompting import (
        Instructions as Instructions, instructions as instructions,
    )
    from lore.actions.publishing import (
        EditOfBlock as EditOfBlock, FileAction as FileAction, HandEdit as HandEdit, Line as Line,
        LineStep as LineStep, OnDrift as OnDrift, Plan as Plan, PublishPlaces as PublishPlaces,
        Publishing as Publishing, accept_hand_edit as accept_hand_edit, check_publish as check_publish,
        plan_publish as plan_publish, plan_publish_everywhere as plan_publish_everywhere, publish as publish,
        publish_places as publish_places, show_hand_edit as show_hand_edit, unpublish as unpublish,
    )
    from lore.actions.purging import (
        PurgeReport as PurgeReport, purge as purge, word_of as word_of,
    )
    from lore.actions.quoting import (
        save_quoted as save_quoted,
    )
    from lore.actions.readers import (
        Offer as Offer, READING as READING, ReaderState as ReaderState, plan_reader as plan_reader,
        read_project as read_project, reader_status as reader_status, readers_here as readers_here,
        settle_reader as settle_reader, stop_reading as stop_reading, waiting_for_reader as waiting_for_reader,
    )
    from lore.actions.reading import (
        keep_reading as keep_reading, note_ended as note_ended, start_reader as start_reader,
    )
    from lore.actions import registry as registry
    from lore.actions.registry import (
        Action as Action, Parameter as Parameter, Touches as Touches, actions as actions,
    )
    from lore.actions.review import (
        Approval as Approval, Decided as Decided, Held as Held, Holds as Holds, Proposal as Proposal, Quote as Quote,
        ReviewCard as ReviewCard, Similar as Similar, Snoozed as Snoozed, aftermath as aftermath, answer as answer,
        approve as approve, approve_all as approve_all, card as card, decide as decide,
        edit_and_approve as edit_and_approve, hold_both as hold_both, merge as merge, proposals as proposals,
        queue as queue, reject as reject, rescope as rescope, snooze as snooze, some_candidates as some_candidates,
        stated_by_agents as stated_by_agents, unconfirmed as unconfirmed, where_it_holds as where_it_holds,
    )
    from lore.actions.schema import (
        schema_of_parameters as schema_of_parameters,
    )
    from lore.actions.searching import (
        Conditions as Conditions, PLACES as PLACES, Place as Place, about as about, by_date as by_date,
        complete_query as complete_query, decisions as decisions, recent as recent, reindex as reindex,
        search as search, search_while as search_while, span_named as span_named, words_of_query as words_of_query,
    )
    from lore.actions.sessions import (
        Conversation as Conversation, Sessions as Sessions, Timeline as Timeline, Told as Told,
        list_sessions as list_sessions, replay_session as replay_session, show_session as show_session,
        tell_session as tell_session,
    )
    from lore.actions.setting_up import (
        AgentStatus as AgentStatus, Connectable as Connectable, PlannedFile as PlannedFile, SetUp as SetUp,
        SetUpPlan as SetUpPlan, SetUpState as SetUpState, SetUpStep as SetUpStep, Trial as Trial,
        connectable as connectable, plan_setup as plan_setup, plan_setup_removal as plan_setup_removal,
        plugins_folder as plugins_folder, remove_setup as remove_setup, setup as setup, setup_status as setup_status,
        try_live as try_live, try_setup as try_setup,
    )
    from lore.actions.settings_draft import (
        LARGEST_PAGE as LARGEST_PAGE, SettingsPage as SettingsPage, drop_draft as drop_draft,
        keep_draft as keep_draft, page_file as page_file, page_to_edit as page_to_edit,
    )
    from lore.actions.sharing import (
        plan_share as plan_share, share as share, take_shared as take_shared, unshare as unshare,
    )
    from lore.actions.sources import (
        declare as declare, whose as whose,
    )
    from lore.actions.stores import (
        Backups as Backups, StorePlace as StorePlace, back_up as back_up, backups_of as backups_of,
        newest_whole_backup as newest_whole_backup, reason_in_the_store as reason_in_the_store,
        restore_store as restore_store, store_place as store_place,
    )
    from lore.actions.transfers import (
        Imported as Imported, Migrated as Migrated, export as export, import_facts as import_facts,
        memory_sources as memory_sources, migrate_from as migrate_from,
    )
    from lore.actions.visibility import (
        unconfirmed_note as unconfirmed_note,
    )
    # isort: on
    # fmt: on

__getattr__ = lazy_face(
    __name__,
    {
        "acts": "Act Acts act_events act_told list_acts things_named",
        "answering": "answering_prompts",
        "arguments": "arguments_in_words arguments_of",
        "batches": "answer_batch",
        "beginnings": "FIRST_QUESTIONS save_answers",
        "briefing": "Brief BriefItem HeedList Receipt Standing context heeded recall receipt why",
        "capturing": "AUTO AgentSessions CaptureReporter Captured Gained WatchReporter Watching agents_heard capture "
        "formats heard_in_words prompts_to_confirm sessions_here watch watched_places",
        "catching_up": "News sync",
        "categories": "Categories CategoryOverview add_category edit_category list_categories remove_category "
        "show_category",
        "checkpoints": "CheckpointKept checkpoint checkpoint_from",
        "checkups": "Check CheckTrend HealthHistory Outcome Overview Result Spell density density_steps examine_each "
        "list_checks show_health",
        "configuring": "change_settings settings",
        "consolidation": "Consolidated consolidate",
        "demonstration": "DemoStory acts_of_person build_demo decide_demo demo_moment demo_project demo_sessions house_demo"
        " tell_demo",
        "digests": "Digests list_digests show_digest",
        "distilling": "Distilling distill is_model_agreed",
        "documents": "Collections PROPOSED Parts Removed Synced add_documents list_collections propose_documents "
        "remove_documents search_documents show_documents sync_documents",
        "editing": "Moved NewFact Proposed Saved Superseded archive confirm draft edit pin propose replace_text "
        "restore save supersede unpin",
        "engine": "Engine damage_met open_engine",
        "facts": "Explained FactInBrief FactList FactOrder FactView OrderedFacts explain_strength fact_ids "
        "fact_views facts_in_brief list_facts ordered_facts show some_facts",
        "findable": "embed_more",
        "health": "Examined Figures examine measure repair",
        "history": "Difference Events Reversal act_of details differences event_numbered event_numbers events_after "
        "history_of leaves_undo log phrase redo sentence undo words_of",
        "hooks": "HookState drain_alone drain_hooks forget_faults hook_brief hooks_state status_line switch_hooks",
        "looking_back": "DayTally DayView Kept KeptSessions Transcript count_days facts_of_session sessions_kept show_day "
        "transcript",
        "masking": "MaskedList list_masked",
        "models": "ModelProgress ModelState Models list_models model_status prepare_model use_model",
        "nights": "Night PlannedTimer Schedule consolidate_quietly install_schedule night plan_schedule "
        "remove_schedule schedule_status",
        "pages": "Page ProjectPage plan_memory publish_memory remove_memory show_page",
        "parameters": "short_id",
        "project_files": "FileKind FileState FileText ProjectFile list_project_files read_project_file",
        "projects": "MergedProjects ProjectHere ProjectsInUse list_projects merge_project set_project show_project",
        "prompting": "Instructions instructions",
        "publishing": "EditOfBlock FileAction HandEdit Line LineStep OnDrift Plan PublishPlaces Publishing "
        "accept_hand_edit check_publish plan_publish plan_publish_everywhere publish publish_places "
        "show_hand_edit unpublish",
        "purging": "PurgeReport purge word_of",
        "quoting": "save_quoted",
        "readers": "Offer READING ReaderState plan_reader read_project reader_status readers_here settle_reader "
        "stop_reading waiting_for_reader",
        "reading": "keep_reading note_ended start_reader",
        "registry": "Action Parameter Touches actions",
        "review": "Approval Decided Held Holds Proposal Quote ReviewCard Similar Snoozed aftermath answer approve "
        "approve_all card decide edit_and_approve hold_both merge proposals queue reject rescope snooze "
        "some_candidates stated_by_agents unconfirmed where_it_holds",
        "schema": "schema_of_parameters",
        "searching": "Conditions PLACES Place about by_date complete_query decisions recent reindex search "
        "search_while span_named words_of_query",
        "sessions": "Conversation Sessions Timeline Told list_sessions replay_session show_session tell_session",
        "setting_up": "AgentStatus Connectable PlannedFile SetUp SetUpPlan SetUpState SetUpStep Trial connectable "
        "plan_setup plan_setup_removal plugins_folder remove_setup setup setup_status try_live try_setup",
        "settings_draft": "LARGEST_PAGE SettingsPage drop_draft keep_draft page_file page_to_edit",
        "sharing": "plan_share share take_shared unshare",
        "sources": "declare whose",
        "stores": "Backups StorePlace back_up backups_of newest_whole_backup reason_in_the_store restore_store "
        "store_place",
        "transfers": "Imported Migrated export import_facts memory_sources migrate_from",
        "visibility": "unconfirmed_note",
    },
)
