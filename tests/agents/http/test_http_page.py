"""`docs/http.md` lists every route and every action that has none. `LORE_WRITE_DOCS=1` writes the lists."""

import os
from pathlib import Path

from lore.agents.http.left_out import REASONS
from lore.agents.http.routes import LIST, Route

PAGE = Path(__file__).parents[3] / "docs" / "http.md"


def row(route: Route) -> str:
    names = [f"**`{one.name}`**" if one.required else f"`{one.name}`" for one in route.parameters]
    return f"| `{route.method}` | `{route.path}` | {route.sentence.rstrip('.')} | {', '.join(names)} |"


def routes() -> str:
    return "\n".join(["| | route | | parameters |", "|---|---|---|---|", *map(row, LIST)])


def left_out() -> str:
    rows = (f"| {reason} | {', '.join(f'`{name}`' for name in names)} |" for reason, names in REASONS.items())
    return "\n".join(["| why | actions |", "|---|---|", *rows])


def test_the_page_lists_every_route_and_what_has_none() -> None:
    page = text = PAGE.read_text(encoding="utf-8")
    for name, found in (("routes", routes()), ("left out", left_out())):
        before, _, rest = text.partition(f"<!-- {name} -->\n")
        assert f"<!-- /{name} -->" in rest
        text = f"{before}<!-- {name} -->\n\n{found}\n\n<!-- /{name} -->{rest.partition(f'<!-- /{name} -->')[2]}"
    if os.environ.get("LORE_WRITE_DOCS"):
        PAGE.write_text(text, encoding="utf-8")
        page = text
    assert page == text, "`LORE_WRITE_DOCS=1 pytest tests/agents/http/test_http_page.py` writes it"
