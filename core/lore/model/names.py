"""Words of lower modules that belong to the model: what a text is, what a fact states, what can be searched."""

from lore.clean import NOTHING as NOTHING, Clean as Clean
from lore.kinds import (
    KIND_ALIASES as KIND_ALIASES,
    RULE_KINDS as RULE_KINDS,
    Kind as Kind,
    PassageType as PassageType,
    kind_of as kind_of,
)
