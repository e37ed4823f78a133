"""Settings: the values in force, and changing them."""

from collections.abc import Mapping
from typing import Annotated

from lore import config
from lore.actions.engine import Engine
from lore.actions.registry import Touches, action
from lore.config import Changed, Config, Scalar, in_force


@action("settings", Touches.READS)
def settings(engine: Engine) -> Config:
    """The value of every setting, and where it came from."""
    return in_force(engine.store)


@action("change settings", Touches.WRITES)
def change_settings(
    engine: Engine,
    values: Annotated[Mapping[str, Scalar | None], "Setting → its new value; null takes it back to its default."],
) -> list[Changed]:
    """Give settings other values; what changes trust, keeping or archiving needs a person."""
    return config.change_settings(engine.store, values, by=engine.person)
