"""The OpenAPI document: valid, whole, and what the routes take is what it says."""

import json

from lore.actions import schema_of_parameters
from lore.agents.http import openapi
from lore.agents.http.routes import LIST
from support.http_api import Asked


async def test_the_document_is_valid_and_names_every_route(asked: Asked) -> None:
    """By the published schema of OpenAPI 3.1; each operation has an id of its own and asks for the token."""
    from openapi_spec_validator import OpenAPIV31SpecValidator  # not there where only the wheel is tried

    reply = await asked("GET", openapi.PATH)
    found = reply.told
    assert list(OpenAPIV31SpecValidator(found).iter_errors()) == []
    assert found["paths"].keys() == {route.path for route in LIST}
    assert found["security"] == [{"token": []}]
    operations = [operation for path in found["paths"].values() for operation in path.values()]
    assert len({operation["operationId"] for operation in operations}) == len(operations) == len(LIST)
    assert not [operation for operation in operations if "security" in operation]


def test_each_parameter_is_described_by_the_type_of_its_action() -> None:
    """With its sentence; what may be left out has its default."""
    paths = openapi.document()["paths"]
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
