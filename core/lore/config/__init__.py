"""Settings: what you may choose, one entry each, and the value in force.

`in_force(store)[SEARCH_LIMIT]` reads one; whoever does so stands at the edge, and hands numbers on as parameters.
Stands on the ground: may import `lore.errors`, `lore.kinds` and `lore.presence` only.
"""

from lore.config.changing import Changed, change_settings, decider
from lore.config.registry import ELSEWHERE_CHANGED, SETTINGS, setting_named, settings_below
from lore.config.setting import NEVER, Scalar, Setting
from lore.config.values import DEFAULTS, Config, HasSettings, InForce, Source, in_force

__all__ = [
    "DEFAULTS",
    "ELSEWHERE_CHANGED",
    "NEVER",
    "SETTINGS",
    "Changed",
    "Config",
    "HasSettings",
    "InForce",
    "Scalar",
    "Setting",
    "Source",
    "change_settings",
    "decider",
    "in_force",
    "setting_named",
    "settings_below",
]
