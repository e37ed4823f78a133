"""The type of a text that passed the intake door."""


class Clean(str):
    """Text that passed the intake door: sanitised, secrets masked.

    Only `lore.intake.clean` makes it from something raw; elsewhere it names a piece of what has passed. The store takes
    a text of any other type through the door itself.
    """

    __slots__ = ()


NOTHING = Clean("")
