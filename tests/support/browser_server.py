"""`lore serve --web` in a terminal of its own."""

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Self

from recorder.pseudo_terminal import PseudoTerminal

LINK = re.compile(r"http://127\.0\.0\.1:(\d+)/#([\w-]{43})")


class WebServer(PseudoTerminal):
    """The running server; the terminal shows its link."""

    def __init__(self, *, cwd: Path, env: Mapping[str, str]) -> None:
        super().__init__([sys.executable, "-m", "lore", "serve", "--web", "--port", "0"], cwd=cwd, env=env)

    def __enter__(self) -> Self:
        super().__enter__()
        self.wait_for(lambda screen: "Ctrl-C" in screen)
        return self

    @property
    def pid(self) -> int:
        return self._process.pid

    def link(self) -> tuple[int, str]:
        """The port, and the secret of the link that was printed last."""
        found = LINK.findall(self.text)
        assert found, self.text
        return int(found[-1][0]), found[-1][1]

    def next_link(self) -> tuple[int, str]:
        """The one that Enter prints."""
        self.press("\r")
        self.wait_for(lambda screen: LINK.search(screen) is not None)
        return self.link()
