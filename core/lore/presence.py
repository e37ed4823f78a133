"""Who is there: a person, or an agent that runs commands in its own shell. Every face and every write asks here.

An agent that was talked into something can type whatever a person could. So a decision takes a `Person`, which only the
functions of this module make, and none of them does where an agent runs the shell. This is a rule for agents, which say
who they are; it is no wall against a program that hides, for such a program can write the store itself.
"""

import os
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import InitVar, dataclass
from enum import Enum
from functools import cache

from lore.errors import NeedsPerson
from lore.handover import signs
from lore.platform import is_terminal

PERSON = "person"
"""The actor of what a person does."""
AGENT = "agent:"
"""What the actor of an agent begins with."""
UNKNOWN = "unknown"
"""The name of an agent that does not tell which one it is."""
AGENT_SIGNS: Mapping[str, str] = signs.AGENT_SIGNS

SHELL_SIGNS: Mapping[str, str] = signs.SHELL_SIGNS
SESSION_SIGNS = ("CLAUDE_CODE_SESSION_ID", "CODEX_THREAD_ID", "HERMES_SESSION_ID", "TRAE_AI_SHELL_ID", "LORE_SESSION")
"""Variables in which agents name the session that opened a shell or started a server."""
_ON = frozenset({"1", "true", "yes", "on"})
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,39}")


@dataclass(frozen=True, slots=True)
class Agent:
    """The agent in whose shell this runs, or that asked for it, and what says so."""

    name: str
    sign: str

    @property
    def told(self) -> str:
        """Which agent it is and how that is known, in words."""
        if self.sign == REQUEST:
            return f"`{self.name}` asks for it"
        return f"`{self.name}` runs this shell (`{self.sign}` is set)"


REQUEST = "its request"
"""What says that an agent asked for it, where no variable does."""
_asking: ContextVar[Agent | None] = ContextVar("asking", default=None)
_alone: ContextVar[bool] = ContextVar("alone", default=True)


class Way(Enum):
    """How a person decides."""

    TERMINAL = "in a terminal"
    WORD = "`--yes` without a terminal"
    FORM = "in a form that an agent's program showed"
    """Counts as the person, but never for what has warnings: a form shows less than a card."""
    SHOW = "nobody: a throw-away store shows how deciding works"


_SEAL = object()


@dataclass(frozen=True, slots=True)
class Person:
    """Proof that a person decides. Only this module makes one."""

    way: Way
    seal: InitVar[object]

    def __post_init__(self, seal: object) -> None:
        if seal is not _SEAL:
            raise TypeError("only `lore.presence` says that a person decides")

    @property
    def may_take_risks(self) -> bool:
        """Whether this person can have read the warnings of a card."""
        return self.way is not Way.FORM


def agent_here() -> Agent | None:
    """The agent that asked for this or runs this shell; None: no agent says that it does."""
    asking = _asking.get()
    if asking is not None:
        return asking
    for sign, name in AGENT_SIGNS.items():
        value = os.environ.get(sign, "").strip().lower()
        if value not in signs.OFF:
            return Agent(name or _named(value), sign)
    return None


@contextmanager
def asked_by_agent(name: str, *, alone: bool = True) -> Iterator[None]:
    """Whatever is done inside is done by the agent of this name, as if in its shell: it came over a protocol.

    alone: this process serves one session of it. Where many ask, nothing here says which one saved what.
    """
    here = agent_here()
    known = here.name if here else _named(name.strip().lower())
    token, single = _asking.set(Agent(known, REQUEST)), _alone.set(alone)
    try:
        yield
    finally:
        _asking.reset(token)
        _alone.reset(single)


def why_no_form() -> str | None:
    """What says that an agent may have started this in its shell, and answer a form itself; None: nothing does."""
    sign = signs.against_a_form()
    return f"an agent may have started this in its own shell (`{sign}` is set)" if sign else None


def session_here() -> str:
    """Names the running session of the agent that asks; "" where nothing says which it is.

    A server that an agent's program started, and that names none, lasts as long as one.
    """
    for sign in SESSION_SIGNS:
        if value := os.environ.get(sign, "").strip():
            return f"{sign}={value}"
    return f"process {os.getpid()} of {_born()}" if _asking.get() and _alone.get() else ""


def session_named_here() -> str:
    """The running session of the agent that asks, by the id that the agent gave it; "" where nothing names it."""
    if _asking.get() and not _alone.get():
        return ""  # what this process was started with says nothing of the many that ask it
    sign, _, name = session_here().partition("=")
    return name if sign in SESSION_SIGNS else ""


@cache
def _born() -> str:
    from lore import clock

    return clock.now()


def terminal_here() -> bool:
    """Whether somebody can be asked."""
    return is_terminal(sys.stdin)


def hand() -> str:
    """The actor of what is typed here: `person`, or `agent:NAME` in an agent's shell."""
    agent = agent_here()
    return f"{AGENT}{agent.name}" if agent else PERSON


def deciding(act: str, *, yes: bool = False) -> Person:
    """The person who decides here. `act` completes "only a person may …"; `yes`: `--yes` was given.

    Raises NeedsPerson in an agent's shell whatever was given, and without a terminal unless `yes`.
    """
    refuse_agent(act)
    if terminal_here():
        return Person(Way.TERMINAL, _SEAL)
    if yes:
        return Person(Way.WORD, _SEAL)
    raise NeedsPerson(
        f"there is no terminal to ask in, and only a person may {act}",
        hint="run it in a terminal, or add `--yes` when you have decided",
    )


def turning_down(act: str) -> Person:
    """The person who turns something down here: that gives nothing trust, and one undo brings it back.

    So it needs no terminal and no `--yes`. Raises NeedsPerson in an agent's shell.
    """
    return deciding(act, yes=True)


def deciding_in_app() -> Person:
    """The person in front of the app, which only runs in a terminal. Raises NeedsPerson in an agent's shell."""
    refuse_agent("decide in the app")
    return Person(Way.TERMINAL, _SEAL)


def deciding_in_form() -> Person:
    """The person who answered a form that an agent's program showed: the program is the agent's, the answer is not.

    Raises NeedsPerson where an agent may have typed the command that this runs in: it could answer the form itself.
    """
    why = why_no_form()
    if why is not None:
        raise NeedsPerson(
            f"only a person may answer a form, and {why}",
            hint="`lore review` in a terminal of your own",
        )
    return Person(Way.FORM, _SEAL)


def deciding_for_show() -> Person:
    """Who decides in the demonstration: what is decided there counts nowhere. Only for a store that is thrown away."""
    return Person(Way.SHOW, _SEAL)


def actor_of(who: str | Person) -> str:
    """Who a change is recorded as. Raises NeedsPerson where an agent would write as the person."""
    if isinstance(who, Person):
        return PERSON
    if who == PERSON:
        refuse_agent("do this")
    return who


def is_agent(actor: str) -> bool:
    return actor.startswith(AGENT)


def refuse_agent(act: str) -> None:
    """Raises NeedsPerson in an agent's shell. `act` completes "only a person may …"."""
    agent = agent_here()
    if agent is not None:
        raise NeedsPerson(
            f"only a person may {act}, and {agent.told}",
            hint="run it yourself, in a terminal of your own",
        )


def _named(value: str) -> str:
    match = _NAME.match(value)
    return UNKNOWN if value in _ON or match is None else match[0]
