"""One function per verb: what the command line, the app, hooks, MCP and HTTP call, and nothing else.

An action takes an `Engine`, enforces every rule, returns a frozen outcome and never prints. `registry` knows them all.
May import every room of the engine but `cli`, `wire` and `demo`.
"""

from typing import TYPE_CHECKING

from lore.lazy import lazy_face

if TYPE_CHECKING:
    from lore.actions.editing import (
        Moved as Moved,
    )
    from lore.actions.editing import (
        NewFact as NewFact,
    )
    from lore.actions.editing import (
        Proposed as Proposed,
    )
    from lore.actions.editing import (
        Saved as Saved,
    )
    from lore.actions.editing import (
        Superseded as Superseded,
    )
    from lore.actions.editing import (
        archive as archive,
    )
    from lore.actions.editing import (
        draft as draft,
    )
    from lore.actions.editing import (
        edit as edit,
    )
    from lore.actions.editing import (
        pin as pin,
    )
    from lore.actions.editing import (
        propose as propose,
    )
    from lore.actions.editing import (
        replace_text as replace_text,
    )
    from lore.actions.editing import (
        restore as restore,
    )
    from lore.actions.editing import (
        save as save,
    )
    from lore.actions.editing import (
        supersede as supersede,
    )
    from lore.actions.editing import (
        unpin as unpin,
    )
    from lore.actions.engine import Engine as Engine
    from lore.actions.engine import open_engine as open_engine
    from lore.actions.facts import (
        FactView as FactView,
    )
    from lore.actions.facts import (
        fact_ids as fact_ids,
    )
    from lore.actions.facts import (
        fact_views as fact_views,
    )
    from lore.actions.facts import (
        list_facts as list_facts,
    )
    from lore.actions.facts import (
        show as show,
    )
    from lore.actions.facts import (
        some_facts as some_facts,
    )
    from lore.actions.history import (
        Events as Events,
    )
    from lore.actions.history import (
        Reversal as Reversal,
    )
    from lore.actions.history import (
        event_numbered as event_numbered,
    )
    from lore.actions.history import (
        event_numbers as event_numbers,
    )
    from lore.actions.history import (
        history_of as history_of,
    )
    from lore.actions.history import (
        log as log,
    )
    from lore.actions.history import (
        redo as redo,
    )
    from lore.actions.history import (
        undo as undo,
    )
    from lore.actions.publishing import (
        EditOfBlock as EditOfBlock,
    )
    from lore.actions.publishing import (
        HandEdit as HandEdit,
    )
    from lore.actions.publishing import (
        Line as Line,
    )
    from lore.actions.publishing import (
        LineStep as LineStep,
    )
    from lore.actions.publishing import (
        OnDrift as OnDrift,
    )
    from lore.actions.publishing import (
        Plan as Plan,
    )
    from lore.actions.publishing import (
        Publishing as Publishing,
    )
    from lore.actions.publishing import (
        Step as Step,
    )
    from lore.actions.publishing import (
        accept_hand_edit as accept_hand_edit,
    )
    from lore.actions.publishing import (
        check_publish as check_publish,
    )
    from lore.actions.publishing import (
        plan_publish as plan_publish,
    )
    from lore.actions.publishing import (
        publish as publish,
    )
    from lore.actions.publishing import (
        show_hand_edit as show_hand_edit,
    )
    from lore.actions.publishing import (
        unpublish as unpublish,
    )
    from lore.actions.purging import PurgeReport as PurgeReport
    from lore.actions.purging import purge as purge
    from lore.actions.purging import word_of as word_of
    from lore.actions.review import (
        SNOOZE_DAYS as SNOOZE_DAYS,
    )
    from lore.actions.review import (
        Approval as Approval,
    )
    from lore.actions.review import (
        Decided as Decided,
    )
    from lore.actions.review import (
        Held as Held,
    )
    from lore.actions.review import (
        Holds as Holds,
    )
    from lore.actions.review import (
        Proposal as Proposal,
    )
    from lore.actions.review import (
        Quote as Quote,
    )
    from lore.actions.review import (
        ReviewCard as ReviewCard,
    )
    from lore.actions.review import (
        Similar as Similar,
    )
    from lore.actions.review import (
        Snoozed as Snoozed,
    )
    from lore.actions.review import (
        answer as answer,
    )
    from lore.actions.review import (
        approve as approve,
    )
    from lore.actions.review import (
        approve_all as approve_all,
    )
    from lore.actions.review import (
        card as card,
    )
    from lore.actions.review import (
        decide as decide,
    )
    from lore.actions.review import (
        edit_and_approve as edit_and_approve,
    )
    from lore.actions.review import (
        hold_both as hold_both,
    )
    from lore.actions.review import (
        merge as merge,
    )
    from lore.actions.review import (
        proposals as proposals,
    )
    from lore.actions.review import (
        queue as queue,
    )
    from lore.actions.review import (
        reject as reject,
    )
    from lore.actions.review import (
        rescope as rescope,
    )
    from lore.actions.review import (
        snooze as snooze,
    )
    from lore.actions.review import (
        some_candidates as some_candidates,
    )
    from lore.actions.sources import Elsewhere as Elsewhere
    from lore.actions.sources import declare as declare
    from lore.actions.sources import whose as whose

__getattr__ = lazy_face(
    __name__,
    {
        "editing": "Moved NewFact Proposed Saved Superseded archive draft edit pin propose replace_text restore save "
        "supersede unpin",
        "engine": "Engine open_engine",
        "facts": "FactView fact_ids fact_views list_facts show some_facts",
        "history": "Events Reversal event_numbered event_numbers history_of log redo undo",
        "publishing": "EditOfBlock HandEdit Line LineStep OnDrift Plan Publishing Step accept_hand_edit check_publish "
        "plan_publish publish show_hand_edit unpublish",
        "purging": "PurgeReport purge word_of",
        "review": "Approval Decided Held Holds Proposal Quote ReviewCard SNOOZE_DAYS Similar Snoozed answer approve "
        "approve_all card decide edit_and_approve hold_both merge proposals queue reject rescope snooze "
        "some_candidates",
        "sources": "Elsewhere declare whose",
    },
)
