"""Settings: what you may choose, one entry each, and the value in force.

`in_force(store)[SEARCH_LIMIT]` reads one; whoever does so stands at the edge, and hands numbers on as parameters.
Stands on the ground: may import `lore.errors`, `lore.kinds` and `lore.presence` only.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.config.changing import (
        Changed as Changed, change_settings as change_settings, decider as decider,
    )
    from lore.config.file import (
        as_text as as_text, read_text as read_text,
    )
    from lore.config import registry as registry
    from lore.config.registry import (
        AFTER_HOURS as AFTER_HOURS, AFTER_SAVES as AFTER_SAVES, AGENT_SAID as AGENT_SAID, APPROVED as APPROVED,
        APP_KEYS as APP_KEYS, APP_KEY_PRESET as APP_KEY_PRESET, APP_LIMIT as APP_LIMIT, APP_THEME as APP_THEME,
        BACKUP_ALL as BACKUP_ALL, BACKUP_DAILY as BACKUP_DAILY, BACKUP_MINUTES as BACKUP_MINUTES,
        BACKUP_NEWEST as BACKUP_NEWEST, BACKUP_WEEKLY as BACKUP_WEEKLY, CAPTURED as CAPTURED,
        CAPTURE_PROMPTS as CAPTURE_PROMPTS, CHECKPOINTED as CHECKPOINTED, CHUNKS_PER_FILE as CHUNKS_PER_FILE,
        CONTEXT_BUDGET as CONTEXT_BUDGET, CONTEXT_UNAPPROVED as CONTEXT_UNAPPROVED, DEBATED as DEBATED,
        DISTILL_CALLS_A_DAY as DISTILL_CALLS_A_DAY, DISTILL_CALL_TIMEOUT as DISTILL_CALL_TIMEOUT,
        DISTILL_JOB_TIMEOUT as DISTILL_JOB_TIMEOUT, DISTILL_NOTES as DISTILL_NOTES,
        DISTILL_SILENCE as DISTILL_SILENCE, DISTILL_TOKENS as DISTILL_TOKENS, DUE_DAYS as DUE_DAYS,
        DUE_FACTS as DUE_FACTS, ELSEWHERE_CHANGED as ELSEWHERE_CHANGED, EMBED_BUDGET as EMBED_BUDGET, GONE as GONE,
        HOOKS_WITHHELD as HOOKS_WITHHELD, INSTEAD as INSTEAD, LOCK_MINUTES as LOCK_MINUTES,
        MEMORY_BUDGET as MEMORY_BUDGET, MEMORY_STALE as MEMORY_STALE, NARRATIVE_DAYS as NARRATIVE_DAYS,
        NIGHT_HOUR as NIGHT_HOUR, NIGHT_SAYS as NIGHT_SAYS, PUBLISH_TARGETS as PUBLISH_TARGETS,
        QUIET_DAYS as QUIET_DAYS, RECALL_BUDGET as RECALL_BUDGET, RETIRED_DAYS as RETIRED_DAYS,
        SAME_KIND as SAME_KIND, SAVED as SAVED, SCHEDULE_DAYS as SCHEDULE_DAYS, SEARCH_DEPTH as SEARCH_DEPTH,
        SEARCH_LIMIT as SEARCH_LIMIT, SETTINGS as SETTINGS, SHOWN_FIRST as SHOWN_FIRST, SNOOZE_DAYS as SNOOZE_DAYS,
        TAINTED_DAYS as TAINTED_DAYS, WAITING_DAYS as WAITING_DAYS, WATCH_BUDGET as WATCH_BUDGET,
        setting_named as setting_named, settings_below as settings_below,
    )
    from lore.config.setting import (
        Scalar as Scalar, Setting as Setting,
    )
    from lore.config.values import (
        Config as Config, HasSettings as HasSettings, InForce as InForce, Source as Source, in_force as in_force,
    )
    # isort: on
    # fmt: on

__getattr__ = lazy_face(
    __name__,
    {
        "changing": "Changed change_settings decider",
        "file": "as_text read_text",
        "registry": "AFTER_HOURS AFTER_SAVES AGENT_SAID APPROVED APP_KEYS APP_KEY_PRESET APP_LIMIT APP_THEME "
        "BACKUP_ALL BACKUP_DAILY BACKUP_MINUTES BACKUP_NEWEST BACKUP_WEEKLY CAPTURED CAPTURE_PROMPTS "
        "CHECKPOINTED CHUNKS_PER_FILE CONTEXT_BUDGET CONTEXT_UNAPPROVED DEBATED DISTILL_CALLS_A_DAY "
        "DISTILL_CALL_TIMEOUT DISTILL_JOB_TIMEOUT DISTILL_NOTES DISTILL_SILENCE DISTILL_TOKENS DUE_DAYS "
        "DUE_FACTS ELSEWHERE_CHANGED EMBED_BUDGET GONE HOOKS_WITHHELD INSTEAD LOCK_MINUTES MEMORY_BUDGET "
        "MEMORY_STALE NARRATIVE_DAYS NIGHT_HOUR NIGHT_SAYS PUBLISH_TARGETS QUIET_DAYS RECALL_BUDGET "
        "RETIRED_DAYS SAME_KIND SAVED SCHEDULE_DAYS SEARCH_DEPTH SEARCH_LIMIT SETTINGS SHOWN_FIRST "
        "SNOOZE_DAYS TAINTED_DAYS WAITING_DAYS WATCH_BUDGET setting_named settings_below",
        "setting": "Scalar Setting",
        "values": "Config HasSettings InForce Source in_force",
    },
)
