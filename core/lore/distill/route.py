"""How a reader is run: the program, and what decides where what it is sent goes, as they were when a person agreed.

Kept with the agreement, under its seal. A reader is started from this alone, whatever the environment of whoever
starts it says. Values of secrets are not kept, only which were set then: they are taken from the environment of the
run.
"""

import os
import re
import stat
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from lore.distill.programs import PROGRAMS
from lore.distill.ways import Way
from lore.errors import ModelError
from lore.platform import HERE, children

_ITS_OWN = (
    "PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ", "USERPROFILE", "APPDATA", "LOCALAPPDATA",
    "SYSTEMROOT", "COMSPEC", "PATHEXT",
)  # fmt: skip
"""What a program needs to run as this person, and no more."""
_ROUTES = re.compile(
    r"(?:CLAUDE_CONFIG_DIR|CODEX_HOME|GEMINI_CLI_HOME"
    r"|CLAUDE_CODE_(?:USE|SKIP)_\w+|CLOUD_ML_REGION|VERTEX_REGION_\w+"
    r"|ANTHROPIC_(?:\w+_)?(?:BASE_URL|MODEL|PROJECT_ID|RESOURCE|AWS_REGION)|ANTHROPIC_SMALL_FAST_MODEL\w*"
    r"|AWS_(?:PROFILE|DEFAULT_PROFILE|REGION|DEFAULT_REGION|CONFIG_FILE|SHARED_CREDENTIALS_FILE|ENDPOINT_URL\w*)"
    r"|GOOGLE_CLOUD_PROJECT|GCLOUD_PROJECT|GOOGLE_APPLICATION_CREDENTIALS|CLOUDSDK_CONFIG"
    r"|AZURE_(?:CLIENT_ID|TENANT_ID)|OPENAI_(?:BASE_URL|ORGANIZATION|PROJECT)"
    r"|(?:HTTPS?|ALL|NO)_PROXY|(?:https?|all|no)_proxy"
    r"|SSL_CERT_(?:FILE|DIR)|NODE_EXTRA_CA_CERTS|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|CODEX_CA_CERTIFICATE)"
)
"""Variables that say whose login is used, which provider is asked, at which address and through what."""
_SECRET = re.compile(
    r"(?:ANTHROPIC|CLAUDE|OPENAI|CODEX|AWS|AZURE|GOOGLE|GEMINI)_\w*"
    r"(?:TOKEN|API_KEY|ACCESS_KEY|ACCESS_KEY_ID|SECRET|PASSWORD|CUSTOM_HEADERS)\w*"
)
_ANEW = "`lore distill --on` agrees anew"


@dataclass(frozen=True, slots=True)
class Route:
    """What a reader is started from."""

    program: str = ""
    """The whole path of the program; empty of an endpoint, and where it was not there yet."""
    variables: Mapping[str, str] = field(default_factory=dict)
    """Names of `_ITS_OWN` and of `_ROUTES` that were set, with their values, no password in them."""
    secrets: tuple[str, ...] = ()
    """Names of secrets that were set."""

    def environment(self) -> dict[str, str]:
        """The environment of a run: what was kept, and of the secrets that were named what is set now."""
        named = {name: os.environ[name] for name in self.secrets if os.environ.get(name)}
        with_login = {
            name: os.environ[name]
            for name, value in self.variables.items()
            if "://" in value and name in os.environ and _bare(os.environ[name]) == value
        }
        return {**self.variables, **with_login, **named}

    def fault(self, way: Way) -> str:
        """Why nobody may be started from this now, with the command that helps; empty where somebody may."""
        changed = sorted(
            name
            for name, value in os.environ.items()
            if value and _ROUTES.fullmatch(name) and _bare(value) != self.variables.get(name)
        )
        if changed:
            named = ", ".join(f"`{name}`" for name in changed)
            return f"{named} is not what it was when you agreed: unset it, or in your own terminal {_ANEW}"
        return _fault_of(self.path(way), way) if way.kind in PROGRAMS else ""

    def path(self, way: Way) -> str:
        """The program that is started; of one that came later the first on the path that was kept."""
        if self.program or way.kind not in PROGRAMS:
            return self.program
        return children.program_named(PROGRAMS[way.kind].command[0], self.variables) or ""

    def kept(self) -> dict[str, object]:
        """As the store keeps it."""
        return {**asdict(self), "variables": dict(self.variables), "secrets": list(self.secrets)}


def route_here(way: Way) -> Route:
    """How a way is run from here: asked where a person agrees."""
    found = children.environment()
    names = {name for name, value in found.items() if value and (name in _ITS_OWN or name.startswith("LC_"))}
    kept = {name: found[name] for name in sorted(names)}
    kept |= {name: _bare(value) for name, value in sorted(found.items()) if value and _ROUTES.fullmatch(name)}
    secrets = {name for name, value in found.items() if value and _SECRET.fullmatch(name)} | {way.key_variable} - {""}
    program = children.program_named(PROGRAMS[way.kind].command[0]) if way.kind in PROGRAMS else ""
    return Route(program or "", kept, tuple(sorted(secrets - kept.keys())))


def route_of(row: object) -> Route | None:
    """The route that was kept; None where earlier releases kept none."""
    if not isinstance(row, dict) or row.keys() != Route().kept().keys():
        return None
    return Route(row["program"], row["variables"], tuple(row["secrets"]))


def insist(route: Route | None, way: Way) -> Route:
    """The route, where somebody may be started from it. Raises ModelError."""
    if route is None:
        raise ModelError(not_kept(way), hint=_ANEW)
    if fault := route.fault(way):
        raise ModelError(fault, hint="`lore distill --status` shows what waits")
    return route


def not_kept(way: Way) -> str:
    """What is told of an agreement of an earlier release."""
    return f"you agreed to {way.title} before Lore kept how it is run, so it waits: {_ANEW}"


def _bare(value: str) -> str:
    """An address without the name and the password in it; anything else as it is."""
    if "://" not in value or "@" not in value:
        return value
    parts = urlsplit(value)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


def _fault_of(program: str, way: Way) -> str:
    """What is wrong with the file of a program: gone, or somebody else may write into it."""
    name = PROGRAMS[way.kind].command[0]
    if not program:
        return f"`{name}` is not on the path that you had when you agreed: install it, or {_ANEW}"
    try:
        found = Path(program).resolve(strict=True).stat()
    except OSError:
        return f"`{program}` is gone: where `{name}` is now, {_ANEW}"
    if not stat.S_ISREG(found.st_mode) or not HERE.may_be_run(found):
        return f"`{program}` is not yours alone, so it is not started: repair it, or {_ANEW}"
    return ""
