"""The one intake door: all text that people or agents wrote passes `clean` before it is stored, indexed or shown.

Sanitise first (what acts on a terminal or hides is taken out), then mask secrets; `scanners` asks other programs for a
second look. May import `lore.model`, `lore.errors`, `lore.paths` and `lore.text`; nothing that stores or searches.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.intake.cleaning import clean, clean_bounded, clean_line, clean_name, is_made_name, without_secrets
    from lore.intake.hidden import shows_all, suspects
    from lore.intake import keys
    from lore.intake.keys import forget_keys, key_of
    from lore.intake.sanitising import hidden_characters, sanitise
    from lore.intake import scanners
    from lore.intake.scanners import OWN, Scanner, installed, suspected
    from lore.intake.seals import fits, installation_id, local_key, mark, travelling_key
    from lore.intake.suspicion import review_warnings
    # isort: on
    # fmt: on

__getattr__ = lazy_face(__name__, __file__)
