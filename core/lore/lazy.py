"""Package faces that load nothing until a name of theirs is used."""

import sys

TYPE_CHECKING = False
"""As in `typing`, which takes 3 ms to load: a third of what Python itself takes to start."""
if TYPE_CHECKING:
    from collections.abc import Callable


def lazy_face(package: str, file: str) -> "Callable[[str], object]":
    """The `__getattr__` of a package (PEP 562) that offers names of its modules.

    They stand once, in the imports that `file`, the `__init__.py` of the package, has under `TYPE_CHECKING`; it is read
    when the first name is asked for. A module is imported when the first of its names is asked for.
    """
    homes: dict[str, str] = {}

    def attribute(name: str) -> object:
        if not homes:
            with open(file, encoding="utf-8") as source:  # noqa: PTH123 -- `pathlib` takes milliseconds to load
                homes.update(_offered(package, source.read()))
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        __import__(homes[name])  # `importlib` takes a millisecond to load
        value = getattr(sys.modules[homes[name]], name)
        setattr(sys.modules[package], name, value)
        return value

    return attribute


def _offered(package: str, source: str) -> dict[str, str]:
    """Name → module, as the imports of a face say it; its modules themselves need no entry."""
    homes: dict[str, str] = {}
    for part in source.split(f"    from {package}.")[1:]:
        module, _, names = part.partition(" import ")
        names = names[1 : names.index(")")] if names.startswith("(") else names.partition("\n")[0]
        homes.update((name.split()[-1], f"{package}.{module}") for name in names.split(",") if name.strip())
    return homes
