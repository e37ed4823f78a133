"""The command line: a command parses, calls one function of the engine, and renders.

`main.py` holds the table of commands; each is imported only when it runs. `output.py` owns stdout (data), `console.py`
owns stderr and exit codes. May import every room of the engine.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    from lore.cli import console as console, demo as demo, output as output, terminal as terminal, tui as tui
    from lore.cli.program import main as main

__getattr__ = lazy_face(
    __name__,
    {
        "program": "main",
    },
)
