"""Who looks for secrets: our own rules, and the scanners that are installed beside Lore. None asks the network.

A scanner that could verify a secret would send it to whoever issued it: that part of them is never called.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

from lore.intake.keys import marker_key


class Scanner(Protocol):
    """Looks for secrets in a text."""

    @property
    def name(self) -> str: ...

    def version(self) -> str | None:
        """Changes when it would find something else; None where it is not installed."""
        ...

    def find(self, text: str) -> list[str]:
        """The kinds of the secrets in a text, one for each."""
        ...


class OwnRules:
    """The rules of the intake door, as they are now: texts may have been let in by older ones."""

    name = "lore"

    def version(self) -> str:
        return _digest_of_rules()

    def find(self, text: str) -> list[str]:
        from lore.intake.secrets import find_secrets  # compiles its rules: 40 ms

        return [found.kind for found in find_secrets(text, marker_key())]


class Kingfisher:
    """`kingfisher-secret-scanner`, whose scans never use the network."""

    name = "kingfisher"

    def version(self) -> str | None:
        return _installed("kingfisher-secret-scanner", "kingfisher_sdk")

    def find(self, text: str) -> list[str]:
        return [str(found.rule_name) for found in _kingfisher().scan(text) if found.visible]


class DetectSecrets:
    """`detect-secrets`, by its patterns alone: what would verify a find is not called."""

    name = "detect-secrets"

    def version(self) -> str | None:
        return _installed("detect-secrets", "detect_secrets")

    def find(self, text: str) -> list[str]:
        return [str(plugin.secret_type) for plugin in _plugins() for _ in plugin.analyze_string(text)]


OWN = OwnRules()
OTHERS: Sequence[Scanner] = (Kingfisher(), DetectSecrets())


def installed() -> Iterator[Scanner]:
    """The other scanners that are there."""
    return (scanner for scanner in OTHERS if scanner.version() is not None)


def suspected(scanners: Iterable[Scanner], texts: Iterable[str | None]) -> str | None:
    """Who takes what for a secret in these texts, such as `kingfisher: AWS Access Key`; None where nobody does."""
    text = "\n\n".join(text for text in texts if text)
    return next((f"{scanner.name}: {kind}" for scanner in scanners for kind in scanner.find(text)), None)


def _installed(distribution: str, module: str) -> str | None:
    if find_spec(module) is None:
        return None
    try:
        return version(distribution)
    except PackageNotFoundError:
        return None


@cache
def _kingfisher() -> Any:
    from kingfisher_sdk import Scanner as Engine  # 1 s; 9 s the first time, when it compiles its rules

    return Engine(redact=True)


@cache
def _plugins() -> Sequence[Any]:
    from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class  # 400 ms

    classes: Iterable[Any] = get_mapping_from_secret_type_to_class().values()
    return [one() for one in classes if one.__name__ not in _NOISY]


_NOISY = frozenset({"Base64HighEntropyString", "HexHighEntropyString", "KeywordDetector", "IPPublicDetector"})
"""Plugins of `detect-secrets` that take every other line of a conversation for a secret."""


@cache
def _digest_of_rules() -> str:
    """Hash of the source of the intake rules: any change of them may find something new."""
    digest = hashlib.sha256()
    for path in sorted([*Path(__file__).parent.glob("*.py"), *Path(__file__).parent.glob("*.tsv")]):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
