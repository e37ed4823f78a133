"""An app without a terminal: nothing is painted that nobody sees, and the same style sheet is parsed once.

Textual makes each frame whole before it finds that there is nobody to show it to, which is a quarter of what a test of
the app costs; `support.keyboard` paints a frame whenever a test reads the screen, and the last one of every app. The
suite uses this (`conftest`), and nothing else does. Pictures are taken of the framework's own frames (`painting`).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import RenderableType
from textual._compositor import Compositor
from textual._context import visible_screen_stack
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.screen import Screen

_render_update = Compositor.render_update
_parse = Stylesheet._parse_rules
_parsed: dict[tuple[object, ...], list[RuleSet]] = {}


def use() -> None:
    Compositor.render_update = _unpainted  # type: ignore[method-assign]
    Stylesheet._parse_rules = _parsed_once  # type: ignore[method-assign]


@contextmanager
def painting() -> Iterator[None]:
    before = Compositor.render_update
    Compositor.render_update = _render_update  # type: ignore[method-assign]
    try:
        yield
    finally:
        Compositor.render_update = before  # type: ignore[method-assign]


def _unpainted(
    self: Compositor, full: bool = False, screen_stack: list[Screen[Any]] | None = None, simplify: bool = False
) -> RenderableType | None:
    visible_screen_stack.set(screen_stack or [])
    self._dirty_regions.clear()
    return None


def _parsed_once(
    self: Stylesheet, css: str, read_from: Any, is_default_rules: bool = False, tie_breaker: int = 0, scope: str = ""
) -> list[RuleSet]:
    key = (css, read_from, is_default_rules, tie_breaker, scope, frozenset(self._variables.items()))
    if key not in _parsed:
        _parsed[key] = _parse(self, css, read_from, is_default_rules, tie_breaker, scope)
    return _parsed[key]
