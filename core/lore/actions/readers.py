"""Whether a model reads your sessions by itself: what it would cost, what you answer, how it stands."""

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from lore.actions.engine import Engine
from lore.actions.parameters import decider, project_key
from lore.actions.reading import start_reader, stop_reader
from lore.actions.registry import Touches, action
from lore.distill import ReaderState as ReaderState
from lore.errors import UsageError
from lore.intake import clean_line
from lore.text import counted

if TYPE_CHECKING:
    from lore.distill import Agreement, Way

TYPICAL_TOKENS = 1_100
"""What is sent of a session, where none waits to be counted: the mean over 61 sessions of three repositories, whose
median is 700; each fact that is known by then adds about 25."""
_LOOK_S, _MOST_MODELS = 2.0, 3
"""How long Ollama is waited for, and how many of its models are named."""
READING = "let a model read your sessions"
Reader = Annotated[str | None, "`claude`, `codex:MODEL`, `ollama:MODEL` …; default: that of most of your sessions."]


@dataclass(frozen=True, slots=True)
class Offer:
    """What a person is asked: who would read each session, and what that costs."""

    agreement: "Agreement"
    """What was answered before."""
    way: "Way | None"
    """None where nobody can be proposed."""
    sessions: int
    """That wait to be read."""
    tokens: int
    """That they would cost together, about: what is sent, and what the program adds."""
    why_none: str
    """Why nobody is proposed; empty where somebody is."""

    @property
    def each(self) -> int:
        """Tokens of one session, about."""
        return (
            _rounded(self.tokens / self.sessions) if self.sessions else _rounded(TYPICAL_TOKENS + _added_by(self.way))
        )

    @property
    def is_small(self) -> bool:
        """Whether it is the cheap model of its program."""
        from lore.distill import PROGRAMS

        program = PROGRAMS.get(self.way.kind) if self.way else None
        return program is not None and self.way is not None and self.way.model == program.small

    @property
    def question(self) -> str:
        """What is asked, with the cost."""
        assert self.way is not None
        model = f"a cheap model ({self.way.model})" if self.is_small else self.way.model
        asked = f"Let {self.way.title} read each session when it is over? About {self.each:,} tokens each, with {model}"
        past = f"; your {counted(self.sessions, 'past session')}: about {_rounded(self.tokens):,}"
        return f"{asked}{past if self.sessions else ''}."

    @property
    def terms(self) -> "tuple[tuple[str, str], ...]":
        """What it gives, what is sent where, when, and how it ends: each under a word."""
        assert self.way is not None
        gives = (
            "rules, decisions and lessons in whatever words you say them, each beside your sentence; without it only "
            "sentences with marks such as “always” or “from now on” are kept, in English and German"
        )
        sends = "what you typed and the ends of what the agent answered, secrets masked, nothing of what tools printed"
        again = "; it may send that once more by itself, for a title" if self.way.kind == "claude" else ""
        return (
            ("gives", gives),
            ("sends", f"{sends}, to {self.way.where}{again}"),
            ("when", "a session ended, or was silent for a while; each is a question of its own"),
            ("ends", "with `lore distill --off`; for one project `--off --project KEY`"),
        )


@action("plan reader", Touches.READS)
def plan_reader(engine: Engine, *, way: Reader = None) -> Offer:
    """Say who would read each session when it is over, and what that costs. Raises UsageError for no way."""
    from lore.distill import not_read, settled, waiting, way_named

    chosen, why = (way_named(way), "") if way else _own(engine)
    apart = not_read(engine.store)
    found = [one for one in waiting(engine.store, project=None, session=None) if one.session.project not in apart]
    tokens = sum(one.request.tokens + _added_by(chosen) for one in found)
    return Offer(settled(engine.store), chosen, len(found), tokens, why)


def readers_here() -> tuple[str, ...]:
    """What could read your sessions on this machine, each as `plan_reader` takes it: programs of agents, models of a
    running Ollama. Beside them the name of a key that is set, with the word MODEL for the one to choose.

    Asks Ollama on this machine alone, and sends nothing of yours.
    """
    import os

    from lore.distill import PROGRAMS, way_named
    from lore.platform import children

    programs = [kind for kind, program in PROGRAMS.items() if children.program_named(program.command[0])]
    models = [f"ollama:{name}" for name in _models_of_ollama()]
    keys = [kind for kind in ("anthropic", "openai") if os.environ.get(way_named(f"{kind}:MODEL").key_variable)]
    return (*programs, *models, *(f"{kind}:MODEL" for kind in keys))


def _models_of_ollama() -> tuple[str, ...]:
    """The models of the Ollama that runs on this machine; none where none does."""
    from lore.distill import way_named
    from lore.endpoint import Endpoint
    from lore.errors import ModelError
    from lore.platform import children

    if children.program_named("ollama") is None:
        return ()
    endpoint = Endpoint("Ollama", way_named("ollama:MODEL").url, hint="start it")
    try:
        told = endpoint.ask("/api/tags", None, _LOOK_S)
    except ModelError:  # it does not run: it is not offered
        return ()
    models = told.get("models") if isinstance(told, dict) else None
    names = [one.get("name") for one in models if isinstance(one, dict)] if isinstance(models, list) else []
    return tuple(clean_line(name, 60) for name in names if isinstance(name, str))[:_MOST_MODELS]


@action("settle reader", Touches.ASKS)
def settle_reader(
    engine: Engine, answer: Annotated[str, "`yes`, `later` or `no`."], *, way: Reader = None
) -> ReaderState:
    """Remember whether a model reads each session when it is over; with a yes it begins with those that wait."""
    from lore.distill import Answer, settle, way_named

    by = decider(engine, READING)
    if answer not in list(Answer):
        raise UsageError(f"`{answer}` is no answer", hint="`yes`, `later` or `no`")
    chosen = None
    if answer == Answer.YES:
        chosen, why = (way_named(way), "") if way else _own(engine)
        if chosen is None or not chosen.leaves:
            raise UsageError(why or "recorded answers read no new session", hint="`lore distill --on --with MODEL`")
    settle(engine.store, Answer(answer), by, chosen)
    if chosen is None:
        stop_reader(engine.home)
    else:
        start_reader(engine.store)
    return reader_status(engine)


@action("read project", Touches.ASKS)
def read_project(
    engine: Engine, *, project: Annotated[str, "The key of the project."], reads: Annotated[bool, "Whether it is read."]
) -> ReaderState:
    """Let the sessions of one project be read, or not."""
    from lore.distill import let_be_read

    let_be_read(engine.store, project_key(project), decider(engine, READING), reads=reads)
    if reads:
        start_reader(engine.store)
    return reader_status(engine)


@action("reader status", Touches.READS)
def reader_status(engine: Engine) -> ReaderState:
    """Say who reads your sessions: how many wait, were read and refused, what it cost, what stopped it."""
    from lore.distill import reader_state

    return reader_state(engine.store)


def reader_at_work(engine: Engine) -> tuple[str, int, int] | None:
    """Who reads your sessions right now, how many it has read, and of how many; None while nobody does."""
    from lore.distill import progress_of, settled

    way = settled(engine.store).way
    told = progress_of(engine.store.folder) if way is not None else None
    return (way.model or way.title, *told) if way is not None and told is not None else None


def waiting_for_reader(engine: Engine) -> str:
    """Such as `3 sessions wait for a reader`, where nobody was settled on; empty where none waits, or one reads."""
    from lore.distill import settled, unread

    answer = settled(engine.store).answer
    waiting = len(unread(engine.store)) if answer in (None, "later") else 0
    return f"{counted(waiting, 'session')} {'waits' if waiting == 1 else 'wait'} for a reader" if waiting else ""


@action("stop reader", Touches.WRITES)
def stop_reading(engine: Engine) -> bool:
    """End the process that reads right now; what it read stays, and the next session starts another."""
    from lore.presence import refuse_agent

    refuse_agent("stop the reader")
    return stop_reader(engine.home)


def _own(engine: Engine) -> "tuple[Way | None, str]":
    """The program of the agent that most sessions are of; None where it is not here, or not asked, and why."""
    from shutil import which

    from lore.adapters import all_agents, this_machine
    from lore.capture import reader_of_agent
    from lore.distill import PROGRAMS, way_named

    by_agent = {program.agent: (kind, program) for kind, program in PROGRAMS.items()}
    known = {reader_of_agent(each.name) for each in all_agents()}
    agents = (session.agent for session in engine.store.sessions.select())
    of_sessions = Counter(agent for agent in agents if agent in known).most_common()
    machine = this_machine()
    here = [each.name for each in all_agents() if each.name in by_agent and machine.has(each)]
    agent = next((name for name, _ in of_sessions), here[0] if here else "")
    if agent not in by_agent:
        whose = f"most of your sessions are of {agent}" if agent else "you have no session yet"
        return None, f"{whose}, and nothing proves of it that it would only answer" if agent else whose
    kind, program = by_agent[agent]
    if which(program.command[0]) is None:
        return None, f"`{program.command[0]}` is not on the path"
    return way_named(kind), ""


def _added_by(way: "Way | None") -> int:
    """Tokens that the program itself puts before a question."""
    from lore.distill import PROGRAMS

    return PROGRAMS[way.kind].adds if way and way.kind in PROGRAMS else 0


def _rounded(tokens: float) -> int:
    """To two digits: nobody knows it better."""
    digits = len(str(int(tokens)))
    return int(round(tokens, 2 - digits))
