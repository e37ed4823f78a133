"""One function per verb: what the command line, the app, hooks, MCP and HTTP call, and nothing else.

An action takes an `Engine`, enforces every rule, returns a frozen outcome and never prints. `registry` knows them all.
May import every room of the engine but `cli`, `wire` and `demo`.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.actions.answering import answering_prompts
    from lore.actions.arguments import arguments_in_words, arguments_of, schema_of_parameters
    from lore.actions import background
    from lore.actions.briefing import (
        Brief, BriefItem, HeedList, News, Receipt, context, heeded, recall, receipt, sync, why,
    )
    from lore.actions.capturing import (
        AUTO, AgentSessions, CaptureReporter, Captured, Gained, WatchReporter, Watching, agents_heard, capture,
        formats, heard_in_words, prompts_to_confirm, sessions_here, watch, watched_places,
    )
    from lore.actions.categories import (
        CategoryOverview, add_category, edit_category, list_categories, remove_category, show_category,
    )
    from lore.actions.consolidation import Consolidated, consolidate, fill_queue
    from lore.actions.demonstration import (
        DemoStory, acts_of_person, build_demo, decide_demo, demo_moment, demo_project, demo_sessions, house_demo,
        tell_demo,
    )
    from lore.actions.distilling import Distilling, distill, is_model_agreed
    from lore.actions.documents import (
        Synced, add_documents, list_collections, propose_documents, remove_documents, show_documents, sync_documents,
    )
    from lore.actions.editing import (
        FIRST_QUESTIONS, Moved, NewFact, Saved, Superseded, archive, confirm, draft, edit, pin, propose, replace_text,
        restore, save, save_answers, supersede, unpin,
    )
    from lore.actions.engine import (
        Engine, FactOrder, damage_met, is_empty, is_known_project, open_engine, something_waits,
    )
    from lore.actions.facts import (
        Explained, FactLine, FactList, FactView, Groups, explain_strength, fact_ids, fact_lines, fact_views,
        facts_about, facts_by_kind, group_facts, list_facts, ordered_facts, show, some_facts,
    )
    from lore.actions.health import (
        Check, Examined, Figures, HealthHistory, Help, Outcome, Overview, Result, Spell, density, density_steps,
        examine, examine_each, help_figures, list_checks, measure, repair, sessions_of_day, show_health,
    )
    from lore.actions.history import (
        Act, Difference, Events, Reversal, act_events, act_of, act_told, details, differences, event_numbered,
        event_numbers, history_of, leaves_undo, list_acts, log, phrase, redo, sentence, things_named, undo, words_of,
    )
    from lore.actions.hooks import (
        HookState, drain_alone, drain_hooks, forget_faults, hook_brief, hooks_state, status_line, switch_hooks,
    )
    from lore.actions.looking_back import (
        Around, DayTally, SessionLine, Stream, Transcript, around, count_days, happenings, transcript,
    )
    from lore.actions.models import (
        ModelProgress, ModelState, Models, list_models, model_status, prepare_model, use_model,
    )
    from lore.actions.nights import (
        Night, consolidate_quietly, install_schedule, night, plan_schedule, remove_schedule, schedule_status,
    )
    from lore.actions.pages import (
        plan_memory, plan_share, publish_memory, remove_memory, share, show_page, take_shared, unshare,
    )
    from lore.actions.parameters import short_id
    from lore.actions import posted
    from lore.actions.posted import CheckpointKept, checkpoint, checkpoint_from
    from lore.actions.project_files import (
        FileKind, FileState, FileText, ProjectFile, list_project_files, read_project_file,
    )
    from lore.actions.projects import list_projects, merge_project, set_project, show_project
    from lore.actions.prompting import instructions
    from lore.actions.publishing import (
        EditOfBlock, FileAction, HandEdit, Line, LineStep, OnDrift, Plan, Publishing, accept_hand_edit, check_publish,
        plan_publish, plan_publish_everywhere, publish, show_hand_edit, unpublish,
    )
    from lore.actions.purging import MaskedList, list_masked, purge, word_of
    from lore.actions.quoting import save_quoted
    from lore.actions.readers import (
        Offer, READING, ReaderState, plan_reader, read_project, reader_at_work, reader_status, readers_here,
        settle_reader, stop_reading, waiting_for_reader,
    )
    from lore.actions.reading import keep_reading, note_ended, start_reader
    from lore.actions.registry import Action, Parameter, Touches, actions
    from lore.actions.review import (
        Decided, Holds, Proposal, Quote, ReviewCard, aftermath, answer, approve, approve_all, card, edit_and_approve,
        hold_both, merge, proposals, queue, reject, rescope, snooze, some_candidates, stated_by_agents, where_it_holds,
    )
    from lore.actions.searching import (
        Conditions, Place, answer_batch, by_date, complete_query, embed_more, reindex, search, search_while,
        span_named, words_of_query,
    )
    from lore.actions.sessions import (
        Conversation, Sessions, Timeline, Told, list_digests, list_sessions, replay_session, show_digest,
        show_session, tell_session,
    )
    from lore.actions.setting_up import (
        AgentStatus, Connectable, FirstApproval, PlannedFile, SetUp, SetUpPlan, SetUpState, SetUpStep, Trial,
        connectable, first_approval, plan_setup, plan_setup_removal, plugins_folder, remove_setup, setup,
        setup_status, try_live, try_setup,
    )
    from lore.actions.sources import declare, whose
    from lore.actions.stores import (
        back_up, backups_of, change_settings, newest_whole_backup, reason_in_the_store, restore_store, settings,
        store_place,
    )
    from lore.actions.transfers import Imported, Migrated, export, import_facts, memory_sources, migrate_from
    from lore.actions.visibility import unconfirmed_note
    # isort: on
    # fmt: on

__getattr__ = lazy_face(__name__, __file__)
