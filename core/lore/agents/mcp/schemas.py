"""What a parameter is, in as few characters as a model needs: each is paid for in every request of an agent."""

from collections.abc import Mapping
from typing import Any

_NOISE = ("title", "default")


def slim(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of a tool's parameters without titles, defaults and references, nor `null` for what is optional."""
    found: dict[str, Any] = {"type": "object", "properties": {}}
    for name, described in schema["properties"].items():
        found["properties"][name] = _slim(described, schema.get("$defs", {}))
    required = schema.get("required", [])
    return {**found, "required": required} if required else found


def _slim(described: Mapping[str, Any], named: Mapping[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in described.items() if name not in (*_NOISE, "anyOf", "$ref") and value != ""}
    if reference := described.get("$ref"):
        kept = {**_slim(named[reference.rpartition("/")[2]], named), **kept}
    for one in described.get("anyOf", ()):
        if one.get("type") != "null":
            kept = {**_slim(one, named), **kept}
    if "items" in kept:
        kept["items"] = _slim(kept["items"], named)
    if "enum" in kept and str(kept.get("description", "")).startswith(AS_IN):
        del kept["enum"]
    return kept


AS_IN = "As in "
"""Begins the sentence of a parameter whose values another tool lists."""
