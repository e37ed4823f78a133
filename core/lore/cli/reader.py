"""Who reads your sessions: asked once at set-up, switched by `lore distill --on` and `--off`, shown by `--status`."""

from collections.abc import Mapping

from lore import actions, presence
from lore.actions import Engine, Offer, open_engine
from lore.cli import console, output
from lore.clock import to_the_minute
from lore.errors import NeedsPerson, UsageError
from lore.text import counted

ANSWERS: Mapping[str, str] = {
    "y": "yes", "yes": "yes", "l": "later", "later": "later", "n": "no", "no": "no",
}  # fmt: skip
LATER = "Nothing is sent until you answer: the next `lore setup` asks again, `lore distill --on` too."
GIVES = "A model can read each session when it is over, and note what you said in whatever words."
HOW = "`lore setup --reader claude --yes`, or `--reader no`"
APPROVED_ONLY = (
    "sessions start with what you approved, and a few lines of what you said; "
    "only what you approved: `lore config set context.unapproved 0`"
)
_WIDTH = 11


def agree_to(options: Mapping[str, str | None]) -> str | None:
    """The reader that was named. Raises a usage error for an address: only the usual ones read by themselves."""
    if options.get("url") or options.get("key_variable"):
        raise console.usage_error("a reader has its usual address", "leave `--url` and `--key-variable` out")
    return options.get("way")


def keep_quietly() -> None:
    """Be the process that reads."""
    from lore.platform import light

    light.give_way()
    actions.keep_reading()


def act_of(act: str, *, way: str | None, project: str | None, yes: bool) -> None:
    """Switch the reader, stop it, or show how it stands."""
    with open_engine() as engine:
        if act == "stop":
            ended = actions.stop_reading(engine)
            console.note("stopped: the next session starts it again" if ended else "nothing is being read")
            return
        if act == "off":
            engine.person = presence.turning_down(actions.READING)
            state = (
                actions.read_project(engine, project=project, reads=False)
                if project
                else actions.settle_reader(engine, "no")
            )
        elif act == "on" and project:
            engine.person = presence.deciding(actions.READING, yes=yes)
            state = actions.read_project(engine, project=project, reads=True)
        elif act == "on":
            engine.person = presence.deciding(actions.READING, yes=yes)
            offer = actions.plan_reader(engine, way=way)
            if offer.way is None:
                raise UsageError(offer.why_none, hint="name one: `lore distill --on --with claude`")
            if not yes:
                _tell(offer)
                if not console.confirmed("Agree?"):
                    raise NeedsPerson("nothing was sent", hint="`lore distill --dry-run` shows what would be")
            state = actions.settle_reader(engine, "yes", way=offer.way.label)
        else:
            state = actions.reader_status(engine)
        output.told(state, _show)
        if act != "status" and not output.as_json():
            console.undo_hint(engine)


def ask_at_setup(engine: Engine, named: str | None, *, yes: bool) -> None:
    """Ask who reads the sessions, where nobody answered yet; take what was named. Says how, where nobody can be asked.

    Raises UsageError for a name that is none.
    """
    answered = ANSWERS.get(named or "")
    if named:
        _settle(engine, answered or "yes", None if answered else named)
        return
    offer = actions.plan_reader(engine)
    if offer.agreement.answer not in (None, "later") and not offer.agreement.fault:
        return
    if offer.way is None and (yes or not presence.terminal_here()):
        console.note(f"no model reads your sessions: {offer.why_none}; name one: {HOW}")
    elif yes or not presence.terminal_here():
        console.note(f"no model reads your sessions yet; `--yes` does not agree to that: {HOW}")
    else:
        _ask(engine, offer)


def _ask(engine: Engine, offer: Offer) -> None:
    """Ask until there is an answer; Enter says later."""
    console.note("")
    here = [name for name in actions.readers_here() if offer.way is None or name != offer.way.kind]
    if offer.way is None and not here:
        console.note(f"{GIVES} Nobody can yet: {offer.why_none}, and nothing else that could was found. {LATER}")
        return
    if offer.way is None:
        console.note(f"{GIVES} No reader is proposed: {offer.why_none}.")
    else:
        _tell(offer)
    others = f"another that is here ({', '.join(here)})" if here else "another such as ollama:NAME"
    ways = f"{'yes, ' if offer.way else ''}later (Enter), no, or {others}"
    while True:
        said = console.ask(ways, default="later").strip()
        answer = ANSWERS.get(said.lower())
        try:
            if answer is None or (answer == "yes" and offer.way is None):
                offer = actions.plan_reader(engine, way=said)
                _tell(offer)
                ways = "yes, later (Enter), no, or another"
                continue
            _settle(engine, answer, offer.way.label if offer.way and answer == "yes" else None)
            if answer != "later":
                console.note(APPROVED_ONLY)
        except UsageError as error:
            console.warn(f"{error.message}; {error.hint}")
            continue
        return


def _settle(engine: Engine, answer: str, way: str | None) -> None:
    state = actions.settle_reader(engine, answer, way=way)
    if answer == "later":
        console.note(LATER)
    else:
        console.note(state.in_a_line)


def _tell(offer: Offer) -> None:
    console.note(offer.question)
    for label, text in offer.terms:
        console.note(f"  {label:<6} {text}", indent=9)


def _show(state: "actions.ReaderState") -> None:
    _line("reader", state.in_a_line)
    if state.is_asked:
        _line(
            "today", f"{state.asked_today:,} of {counted(state.a_day, 'question')}, about {state.tokens_today:,} tokens"
        )
    for one in state.figures:
        refused = f", {one.refused:.0%} of {counted(one.notes, 'note')} refused" if one.notes else ""
        _line("read", f"{counted(one.read, 'session')} with {one.label}, about {one.tokens:,} tokens{refused}")
    if state.problem:
        _line("stopped", state.problem + (f"; asked again after {to_the_minute(state.again)}" if state.again else ""))
    if state.given_up:
        _line(
            "given up",
            f"{counted(state.given_up, 'session')}, after three answers of no use: `lore distill --session ID`",
        )
    if state.to_read_again:
        _line("earlier", state.to_read_again)
    for key in state.apart:
        _line("never", key)
    for done in state.newest:
        told = done.failed or f"{done.kept} of {counted(done.notes, 'note')} kept"
        back = f" · `lore undo --run {output.short(done.run)}`" if done.run else ""
        output.line(f"{to_the_minute(done.at):<18}{done.session[:13]:<15}{told}{back}")


def _line(label: str, text: str) -> None:
    output.line(f"{label:<{_WIDTH}}{text}")
