"""The command line: a command parses, calls one function of the engine, and renders.

`program.py` holds the table of commands; each is imported only when it runs. `taking.py` makes their options of the
parameters of actions. `output.py` owns stdout (data), `console.py` owns stderr and exit codes. May import every room of
the engine.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.cli import demo
    from lore.cli import output
    from lore.cli.program import main
    from lore.cli import terminal
    from lore.cli import tui
    # isort: on
    # fmt: on

__getattr__ = lazy_face(__name__, __file__)
