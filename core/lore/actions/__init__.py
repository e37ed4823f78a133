"""One function per verb: what the command line, the app, hooks, MCP and HTTP call, and nothing else.

An action takes an `Engine`, enforces every rule, returns a frozen outcome and never prints. `registry` knows them all.
May import every room of the engine but `cli`, `wire` and `demo`.
"""

from typing import TYPE_CHECKING

from lore.lazy import lazy_face

if TYPE_CHECKING:
    from lore.actions.batches import answer_batch as answer_batch
    from lore.actions.editing import (
        Moved as Moved,
        NewFact as NewFact,
        Proposed as Proposed,
        Saved as Saved,
        Superseded as Superseded,
        archive as archive,
        draft as draft,
        edit as edit,
        pin as pin,
        propose as propose,
        replace_text as replace_text,
        restore as restore,
        save as save,
        supersede as supersede,
        unpin as unpin,
    )
    from lore.actions.engine import Engine as Engine, open_engine as open_engine
    from lore.actions.facts import (
        Explained as Explained,
        FactView as FactView,
        explain_strength as explain_strength,
        fact_ids as fact_ids,
        fact_views as fact_views,
        list_facts as list_facts,
        show as show,
        some_facts as some_facts,
    )
    from lore.actions.history import (
        Difference as Difference,
        Events as Events,
        Reversal as Reversal,
        act_of as act_of,
        differences as differences,
        event_numbered as event_numbered,
        event_numbers as event_numbers,
        events_after as events_after,
        history_of as history_of,
        log as log,
        phrase as phrase,
        redo as redo,
        sentence as sentence,
        undo as undo,
        words_of as words_of,
    )
    from lore.actions.parameters import short_id as short_id
    from lore.actions.publishing import (
        EditOfBlock as EditOfBlock,
        HandEdit as HandEdit,
        Line as Line,
        LineStep as LineStep,
        OnDrift as OnDrift,
        Plan as Plan,
        Publishing as Publishing,
        Step as Step,
        accept_hand_edit as accept_hand_edit,
        check_publish as check_publish,
        plan_publish as plan_publish,
        publish as publish,
        show_hand_edit as show_hand_edit,
        unpublish as unpublish,
    )
    from lore.actions.purging import PurgeReport as PurgeReport, purge as purge, word_of as word_of
    from lore.actions.review import (
        Approval as Approval,
        Decided as Decided,
        Held as Held,
        Holds as Holds,
        Proposal as Proposal,
        Quote as Quote,
        ReviewCard as ReviewCard,
        Similar as Similar,
        Snoozed as Snoozed,
        answer as answer,
        approve as approve,
        approve_all as approve_all,
        card as card,
        decide as decide,
        edit_and_approve as edit_and_approve,
        hold_both as hold_both,
        merge as merge,
        proposals as proposals,
        queue as queue,
        reject as reject,
        rescope as rescope,
        snooze as snooze,
        some_candidates as some_candidates,
    )
    from lore.actions.searching import (
        PLACES as PLACES,
        Conditions as Conditions,
        about as about,
        by_date as by_date,
        decisions as decisions,
        recent as recent,
        reindex as reindex,
        search as search,
    )
    from lore.actions.sources import Elsewhere as Elsewhere, declare as declare, whose as whose

__getattr__ = lazy_face(
    __name__,
    {
        "batches": "answer_batch",
        "editing": "Moved NewFact Proposed Saved Superseded archive draft edit pin propose replace_text restore save "
        "supersede unpin",
        "engine": "Engine open_engine",
        "facts": "Explained FactView explain_strength fact_ids fact_views list_facts show some_facts",
        "history": "Difference Events Reversal act_of differences event_numbered event_numbers events_after "
        "history_of log phrase redo sentence undo words_of",
        "parameters": "short_id",
        "publishing": "EditOfBlock HandEdit Line LineStep OnDrift Plan Publishing Step accept_hand_edit check_publish "
        "plan_publish publish show_hand_edit unpublish",
        "purging": "PurgeReport purge word_of",
        "review": "Approval Decided Held Holds Proposal Quote ReviewCard Similar Snoozed answer approve approve_all "
        "card decide edit_and_approve hold_both merge proposals queue reject rescope snooze "
        "some_candidates",
        "searching": "Conditions PLACES about by_date decisions recent reindex search",
        "sources": "Elsewhere declare whose",
    },
)
