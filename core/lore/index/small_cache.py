"""A small cache of answers that readers on other threads may hold on to."""

from collections.abc import Mapping
from typing import TypeVar

Key = TypeVar("Key")
Answer = TypeVar("Answer")


def bounded_update(known: Mapping[Key, Answer], key: Key, answer: Answer, most: int) -> dict[Key, Answer]:
    """The newest `most` of what is known and this answer. `known` stays as it is: other threads may be reading it."""
    return dict([*known.items(), (key, answer)][-most:])
