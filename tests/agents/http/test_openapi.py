"""The OpenAPI document: valid, whole, and what the routes take is what it says."""

import json
import os
from pathlib import Path

from lore.actions import schema_of_parameters
from lore.agents.http import application
from lore.agents.http.left_out import REASONS
from lore.agents.http.routes import LIST, Route
from support.http_api import Asked


async def test_the_document_is_valid_and_names_every_route(asked: Asked) -> None:
    """By the published schema of OpenAPI 3.1; each operation has an id of its own and asks for the token."""
    from openapi_spec_validator import OpenAPIV31SpecValidator  # not there where only the wheel is tried

    reply = await asked("GET", application.PATH)
    found = reply.told
    assert list(OpenAPIV31SpecValidator(found).iter_errors()) == []
    assert found["paths"].keys() == {route.path for route in LIST}
    assert found["security"] == [{"token": []}]
    operations = [operation for path in found["paths"].values() for operation in path.values()]
    assert len({operation["operationId"] for operation in operations}) == len(operations) == len(LIST)
    assert not [operation for operation in operations if "security" in operation]


def test_each_parameter_is_described_by_the_type_of_its_action() -> None:
    paths = application.document()["paths"]
    for route in LIST:
        operation, schema = paths[route.path][route.method.lower()], schema_of_parameters(route.parameters)
        if route.method == "POST":
            assert operation["requestBody"]["content"]["application/json"]["schema"] == schema
        else:
            named = {one["name"]: one for one in operation["parameters"]}
            assert named.keys() == schema["properties"].keys()
            assert sorted(name for name, one in named.items() if one["required"]) == sorted(schema["required"])
            assert all(one["description"] for one in named.values())
            assert all("anyOf" not in one["schema"] for one in named.values()), "an address has no null"
    json.dumps(paths)


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
    assert page == text, "`LORE_WRITE_DOCS=1 pytest tests/agents/http/test_openapi.py` writes it"
