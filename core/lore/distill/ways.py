"""The ways to a model: an agent of the user's without a window, an endpoint, or answers that were recorded."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Protocol
from urllib.parse import urlsplit

from lore.distill.programs import PROGRAMS, UNPROVEN, run_program
from lore.endpoint import Endpoint, fault_of, is_variable
from lore.errors import BadInput, NotFound, UsageError
from lore.opening import MEGABYTE, read_whole, reason

REPLAY = "replay"
ENDPOINTS: Mapping[str, str] = {
    "ollama": "http://127.0.0.1:11434",
    "openai": "https://api.openai.com/v1",
    "anthropic": "https://api.anthropic.com",
}
"""Protocol name → default base URL."""
KEYS: Mapping[str, str] = {"openai": "OPENAI_API_KEY", "anthropic": "ANTHROPIC_API_KEY"}
"""The variable that usually holds the key, for the usual address."""
LARGEST_REPLAY = 8 * MEGABYTE
"""Bytes. A recorded session has a few kB of notes."""
_RECORDED = ("again", "replaced", "edits", "narrative")
_ANSWER_TOKENS = 4_000
_CONTEXT_TOKENS = 32_768
_HINT = "start it, or choose another with `lore distill --with …`"


@dataclass(frozen=True, slots=True)
class Way:
    """One way to a model, as a person names it."""

    kind: str
    """A program of `PROGRAMS`, an endpoint of `ENDPOINTS`, or `replay`."""
    model: str = ""
    """The model of the program or endpoint; of `replay` the file."""
    url: str = ""
    key_variable: str = ""

    @property
    def label(self) -> str:
        """What a person calls it."""
        named = f"{self.kind}:{self.model}" if self.model else self.kind
        return named if self.url in ("", ENDPOINTS.get(self.kind)) else f"{named}@{urlsplit(self.url).netloc}"

    @property
    def title(self) -> str:
        """What a sentence calls it: `Claude Code`, `qwen3 (ollama)`."""
        return PROGRAMS[self.kind].title if self.kind in PROGRAMS else f"{self.model} ({self.kind})"

    @property
    def leaves(self) -> bool:
        """Whether anything is sent to anybody."""
        return self.kind != REPLAY

    @property
    def where(self) -> str:
        """Where what is sent goes, in words."""
        if self.kind in PROGRAMS:
            return f"`{PROGRAMS[self.kind].command[0]}`, and the provider that it is set up for"
        return self.url


class Model(Protocol):
    """Answers a question."""

    def answer(self, about: str, question: str, patience_s: float) -> str:
        """About a session, by its id.

        Raises ModelError, within the time that is given; NotFound where nothing was recorded.
        """
        ...


def way_named(name: str, *, url: str | None = None, key_variable: str | None = None) -> Way:
    """The way that a person names: `claude`, `codex:MODEL`, `ollama:MODEL`, `openai:MODEL`, `replay:FILE`, … .

    A program without a model is asked with its small one. Raises UsageError, also for an agent that is not asked.
    """
    kind, _, model = name.partition(":")
    if kind in PROGRAMS or kind == REPLAY:
        if url or key_variable:
            raise UsageError(f"`{kind}` has no address and no key of its own", hint="leave them out")
        if kind == REPLAY and not model:
            raise UsageError("`replay` needs a file", hint="`--with replay:FILE`")
        return Way(kind, model or PROGRAMS[kind].small if kind in PROGRAMS else model)
    if kind in UNPROVEN:
        raise UsageError(f"`{kind}` is not asked: {UNPROVEN[kind]}", hint=f"one of {', '.join(PROGRAMS)}, an endpoint")
    if kind not in ENDPOINTS:
        known = ", ".join([*PROGRAMS, *(f"{one}:MODEL" for one in ENDPOINTS), "replay:FILE"])
        raise UsageError(f"there is no model provider `{kind}`", hint=f"one of {known}")
    if not model:
        raise UsageError(f"`{kind}` needs the name of a model", hint=f"`--with {kind}:MODEL`")
    address = (url or ENDPOINTS[kind]).rstrip("/")
    if fault := fault_of(address):
        raise UsageError(fault, hint="for example `--url http://127.0.0.1:1234/v1`")
    if key_variable and not is_variable(key_variable):
        raise UsageError(f"`{key_variable}` names no environment variable", hint="`--key-variable OPENAI_API_KEY`")
    return Way(kind, model, address, key_variable or ("" if url else KEYS.get(kind, "")))


def model_of(way: Way, folder: Path, path: str = "", told: Mapping[str, str] = MappingProxyType({})) -> Model:
    """The model behind a way. folder: an empty folder for programs to run in; path, told: the program and all that its
    environment holds. Raises BadInput for a bad recording.
    """
    if way.kind == REPLAY:
        return Recorded(Path(way.model))
    if way.kind in PROGRAMS:
        return _Program(way, folder, path, told)
    return _Chat(way)


class _Program:
    """An agent of the user's, without a window."""

    def __init__(self, way: Way, folder: Path, path: str, told: Mapping[str, str]) -> None:
        self._way, self._folder, self._path, self._told = way, folder, path, told

    def answer(self, about: str, question: str, patience_s: float) -> str:
        del about
        return run_program(
            PROGRAMS[self._way.kind], self._path, self._way.model, question, self._folder, patience_s, self._told
        )


class _Chat:
    """A chat endpoint."""

    def __init__(self, way: Way) -> None:
        self._way = way
        header = "x-api-key" if way.kind == "anthropic" else ""
        self._endpoint = Endpoint(f"`{way.label}`", way.url, way.key_variable, hint=_HINT, key_header=header)

    def answer(self, about: str, question: str, patience_s: float) -> str:
        del about
        asked: dict[str, object] = {"model": self._way.model, "messages": [{"role": "user", "content": question}]}
        headers: dict[str, str] = {}
        match self._way.kind:
            case "ollama":
                path, more = "/api/chat", {"stream": False, "options": {"num_ctx": _CONTEXT_TOKENS, "temperature": 0}}
            case "anthropic":
                path, more = "/v1/messages", {"max_tokens": _ANSWER_TOKENS}
                headers["anthropic-version"] = "2023-06-01"
            case _:
                path, more = "/chat/completions", {}
        answer = self._endpoint.ask(path, {**asked, **more}, patience_s, headers)
        try:
            return _text_of(self._way.kind, answer)
        except (KeyError, IndexError, TypeError) as error:
            raise self._endpoint.wrong("answers with something other than a message") from error


def _text_of(kind: str, answer: object) -> str:
    """The text of a chat's answer. Raises KeyError, IndexError, TypeError where it has none."""
    if not isinstance(answer, dict):
        raise TypeError(answer)
    if kind == "ollama":
        said = answer["message"]["content"]
    elif kind == "anthropic":
        said = "".join(part["text"] for part in answer["content"] if part.get("type") == "text")
    else:
        said = answer["choices"][0]["message"]["content"]
    if not isinstance(said, str):
        raise TypeError(said)
    return said


class Recorded:
    """Answers that were recorded, one line each.

    {"session": …, "notes": […], "again": […], "replaced": […], "narrative": {…}}; only the notes must be there.
    """

    def __init__(self, file: Path) -> None:
        """Raises BadInput, naming file and line."""
        self._answers: dict[str, str] = {}
        try:
            lines = read_whole(file, LARGEST_REPLAY).decode("utf-8").rstrip("\n").split("\n")
        except OSError as error:
            raise BadInput(f"`{file}` cannot be read: {reason(error)}", hint="`--with replay:FILE`") from error
        except UnicodeDecodeError as error:
            raise BadInput(f"`{file}` is no text in UTF-8", hint="`--with replay:FILE`") from error
        for number, line in enumerate(lines, start=1):
            try:
                row = json.loads(line)
                told = {name: row[name] for name in _RECORDED if name in row}
                self._answers[row["session"]] = json.dumps({"notes": row["notes"], **told})
            except (ValueError, KeyError, TypeError, RecursionError) as error:
                raise BadInput(f'`{file}:{number}` is not a line {{"session": …, "notes": […]}}') from error

    def answer(self, about: str, question: str, patience_s: float) -> str:
        del question, patience_s
        try:
            return self._answers[about]
        except KeyError:
            raise NotFound(f"no answer was recorded about {about}") from None
