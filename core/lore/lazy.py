"""Package faces that load nothing until a name of theirs is used."""

import sys

TYPE_CHECKING = False
"""As in `typing`, which takes 3 ms to load: a third of what Python itself takes to start."""
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def lazy_face(package: str, names: "Mapping[str, str]") -> "Callable[[str], object]":
    """The `__getattr__` of a package (PEP 562) that offers names of its modules.

    `names` maps a module of the package to the names it offers, separated by spaces. A module is imported when
    the first of its names is asked for. Type checkers read the same names from an import under `TYPE_CHECKING`.
    """
    home = {name: f"{package}.{module}" for module, offered in names.items() for name in offered.split()}

    def attribute(name: str) -> object:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        __import__(home[name])  # `importlib` takes a millisecond to load
        value = getattr(sys.modules[home[name]], name)
        setattr(sys.modules[package], name, value)
        return value

    return attribute
