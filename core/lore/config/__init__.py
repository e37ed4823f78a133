"""Settings: what you may choose, one entry each, and the value in force.

`in_force(store)[SEARCH_LIMIT]` reads one; whoever does so stands at the edge, and hands numbers on as parameters.
Stands on the ground: may import `lore.errors`, `lore.kinds` and `lore.presence` only.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.config.changing import Changed, change_settings, decider
    from lore.config import registry
    from lore.config.registry import (
        AFTER_HOURS, AFTER_SAVES, AGENT_SAID, APPROVED, APP_KEYS, APP_KEY_PRESET, APP_LIMIT, APP_THEME, BACKUP_ALL,
        BACKUP_DAILY, BACKUP_MINUTES, BACKUP_NEWEST, BACKUP_WEEKLY, CAPTURED, CAPTURE_PROMPTS, CHECKPOINTED,
        CONTEXT_BUDGET, CONTEXT_UNAPPROVED, DEBATED, DISTILL_CALLS_A_DAY, DISTILL_CALL_TIMEOUT, DISTILL_JOB_TIMEOUT,
        DISTILL_NOTES, DISTILL_SILENCE, DISTILL_TOKENS, DUE_DAYS, DUE_FACTS, ELSEWHERE_CHANGED, EMBED_BUDGET, GONE,
        HOOKS_WITHHELD, MEMORY_BUDGET, MEMORY_STALE, NIGHT_HOUR, NIGHT_SAYS, PUBLISH_TARGETS, QUIET_DAYS,
        RECALL_BUDGET, SAME_KIND, SAVED, SEARCH_DEPTH, SEARCH_LIMIT, SETTINGS, SHOWN_FIRST, SNOOZE_DAYS, WATCH_BUDGET,
        setting_named, settings_below,
    )
    from lore.config.setting import Scalar, Setting
    from lore.config.values import Config, HasSettings, InForce, Source, in_force
    # isort: on
    # fmt: on

__getattr__ = lazy_face(__name__, __file__)
