"""What is done to facts by hand: save, edit, put away, bring back, replace, pin, propose."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from lore.actions import visibility
from lore.actions.engine import Engine
from lore.actions.parameters import (
    FactId,
    FactIds,
    FactRevs,
    Rev,
    Time,
    decider,
    fact_named,
    facts_named,
    folder_project,
    moment,
    place_of,
    project_key,
)
from lore.actions.registry import Touches, action
from lore.errors import BadInput, ModelError
from lore.memory import NOTHING_NEAR, Action, Near, NewFact as NewFact, Outcome, confirm as confirm_facts, editing
from lore.model import Candidate, Fact, Kind, Layer, Status
from lore.presence import Person, is_agent, session_here
from lore.projects import FOLDER
from lore.store import SAVED
from lore.text import said_alike

Tags = Annotated[Sequence[str], "Words to find it by."]
Concepts = Annotated[Sequence[str], "What it is about."]
Files = Annotated[Sequence[str], "The files it is about."]
Text = Annotated[str | None, "Empty takes the field away; default: as it is."]
Words = Annotated[Sequence[str] | None, "An empty list clears all; default: unchanged."]


@dataclass(frozen=True, slots=True)
class Saved:
    """A fact as it is stored now, and what that did to others."""

    fact: Fact
    action: Action
    retired: tuple[Fact, ...] = ()
    """Out of force now: those it took the place of, or itself where a newer one was there."""
    disputed: tuple[Fact, ...] = ()
    """The facts that stand and contradict it, for certain or perhaps."""
    alike: tuple[Fact, ...] = ()
    """The facts that stand and may say the same in other words: the review queue asks."""

    @property
    def changed(self) -> bool:
        """False where all of it was there already."""
        return self.action is not Action.KNOWN


@dataclass(frozen=True, slots=True)
class Moved:
    """What became of facts that were archived, restored, pinned or unpinned."""

    facts: tuple[Fact, ...]
    unchanged: tuple[str, ...]
    """The ids of those that were so already."""


@dataclass(frozen=True, slots=True)
class Superseded:
    """A fact that gave way, and the one that stands in its place."""

    old: Fact
    new: Fact
    retired: tuple[Fact, ...] = ()
    """Other facts that are out of force now as well."""


@dataclass(frozen=True, slots=True)
class Proposed:
    """Candidates that wait for review now."""

    candidates: tuple[Candidate, ...]


@action("draft", Touches.READS)
def draft(engine: Engine, *, text: Annotated[str, "What is known of it already."] = "") -> NewFact:
    """A fact to fill in: it would hold in the repository that you are in, and everywhere where there is none."""
    try:
        here = folder_project(engine)
    except BadInput:  # nobody can know it: you say it in the form
        return NewFact(text, layer=Layer.USER)
    project = None if here.reason == FOLDER else here.key
    return NewFact(text, layer=Layer.PROJECT if project else Layer.USER, project=project)


@action("save", Touches.WRITES)
def save(
    engine: Engine,
    text: Annotated[str, "What it says, in one sentence that can be understood alone."],
    *,
    kind: Annotated[Kind | None, "Default: what the other fields imply, else what the words do."] = None,
    layer: Annotated[Layer, "Where it holds."] = Layer.PROJECT,
    project: Annotated[str | None, "The project it applies to; default: that of this folder."] = None,
    tags: Tags = (),
    wrong: Annotated[str | None, "What is wrong, for a correction."] = None,
    right: Annotated[str | None, "What is right, for a correction."] = None,
    problem: Annotated[str | None, "The problem it solves."] = None,
    solution: Annotated[str | None, "What solved the problem."] = None,
    because: Annotated[str | None, "Why it holds."] = None,
    concepts: Concepts = (),
    files: Files = (),
    happened_at: Time = None,
    expires_at: Time = None,
    confidence: Annotated[
        float | None, "How sure it is, 0 to 1; an agent's is never above what it is believed."
    ] = None,
    debated: Annotated[bool, "Several models agreed on it; one an agent saves still needs approval."] = False,
    pinned: Annotated[bool, "Never let it fade: only a person may say so."] = False,
) -> Saved:
    """Save one fact.

    What says the same words already is reinforced, what it replaces gives way, what may contradict it or be the same is
    asked about. Raises UsageError, NeedsPerson where it is to be pinned without a person.
    """
    place = place_of(engine, layer, project)
    new = NewFact(
        text=text,
        kind=kind or _implied_kind(text, wrong or right, problem or solution),
        layer=layer,
        project=place.key if place else None,
        place=place,
        happened_at=moment(happened_at),
        expires_at=moment(expires_at),
        pinned=pinned,
        confidence=confidence,
        debated=debated,
        tags=tags,
        wrong=wrong,
        right=right,
        problem=problem,
        solution=solution,
        because=because,
        concepts=concepts,
        files=files,
    )
    return _kept(engine, new, decider(engine, "pin") if pinned else engine.person)


@action("edit", Touches.WRITES)
def edit(
    engine: Engine,
    fact: FactId,
    *,
    text: Annotated[str | None, "The new text; default: unchanged."] = None,
    kind: Annotated[Kind | None, "Default: unchanged."] = None,
    layer: Annotated[Layer | None, "Where it holds; default: as it is."] = None,
    project: Text = None,
    tags: Words = None,
    wrong: Text = None,
    right: Text = None,
    problem: Text = None,
    solution: Text = None,
    because: Text = None,
    concepts: Words = None,
    files: Words = None,
    happened_at: Text = None,
    expires_at: Text = None,
    rev: Rev = None,
) -> Saved:
    """Change the words or the fields of a fact.

    What may contradict it then stays, and the review queue asks. Raises NotFound, UsageError when no text is left,
    Conflict when it changed since `rev` or another fact says the same already, NeedsPerson where an agent would change
    what a person said.
    """
    stored = engine.store.facts.get(fact_named(engine, fact))
    given = {"text": text, "kind": kind, "layer": layer, "wrong": wrong, "right": right}
    given |= {"problem": problem, "solution": solution, "because": because}
    changes: dict[str, object] = {name: value for name, value in given.items() if value is not None}
    lists = {"tags": tags, "concepts": concepts, "files": files}
    changes |= {name: tuple(value) for name, value in lists.items() if value is not None}
    times = {"happened_at": happened_at, "expires_at": expires_at}
    changes |= {name: moment(value) for name, value in times.items() if value is not None}
    if project is not None:
        changes["project"] = project_key(project) if project else None
    wanted = replace(stored, rev=stored.rev if rev is None else rev, **changes)  # type: ignore[arg-type]  # by name
    words = editing.words_of(wanted.text)
    near = _near(engine, replace(wanted, text=words)) if words != stored.text else NOTHING_NEAR
    done = _saved(engine, editing.edit_fact(engine.store, wanted, near=near))
    return done if visibility.seen(engine, [stored]) else replace(done, fact=_in_words(engine, done.fact, text))


@action("archive", Touches.WRITES)
def archive(engine: Engine, facts: FactIds, *, seen: FactRevs = None) -> Moved:
    """Archive facts, all or none: no agent is given them, and nothing is deleted. Raises NotFound, Conflict."""
    return _moved(engine, facts, seen, lambda ids, revs: editing.archive(engine.store, ids, revs=revs))


@action("restore", Touches.WRITES)
def restore(engine: Engine, facts: FactIds, *, seen: FactRevs = None) -> Moved:
    """Bring facts back that were archived, superseded or rejected, all or none. Raises NotFound, Conflict."""
    return _moved(engine, facts, seen, lambda ids, revs: editing.restore(engine.store, ids, revs=revs))


@action("pin", Touches.ASKS)
def pin(engine: Engine, facts: FactIds, *, seen: FactRevs = None) -> Moved:
    """Keep facts from fading, all or none. Raises NotFound, Conflict."""
    by = decider(engine, "pin")
    return _moved(engine, facts, seen, lambda ids, revs: editing.pin(engine.store, ids, by=by, revs=revs))


@action("unpin", Touches.ASKS)
def unpin(engine: Engine, facts: FactIds, *, seen: FactRevs = None) -> Moved:
    """Let pinned facts fade again, all or none. Raises NotFound, Conflict."""
    by = decider(engine, "pin")
    return _moved(engine, facts, seen, lambda ids, revs: editing.pin(engine.store, ids, by=by, pinned=False, revs=revs))


@action("confirm", Touches.WRITES)
def confirm(engine: Engine, facts: FactIds) -> Moved:
    """Confirm that facts which may be outdated still hold.

    A person's word makes them stronger; an agent's only takes the mark away, and not from what a person stands behind.
    Raises NotFound, NeedsPerson.
    """
    return Moved(visibility.veiled(engine, confirm_facts(engine.store, facts_named(engine, facts))), ())


@action("supersede", Touches.WRITES)
def supersede(engine: Engine, old: FactId, new: FactId) -> Superseded:
    """Let one stored fact give way to another."""
    both = editing.supersede(engine.store, fact_named(engine, old), fact_named(engine, new))
    older, newer = visibility.veiled(engine, both)
    return Superseded(older, newer)


@action("replace", Touches.WRITES)
def replace_text(engine: Engine, old: FactId, text: Annotated[str, "What holds instead."]) -> Superseded:
    """Save a text in the place of a fact, whose kind, scope and tags it takes over."""
    name = fact_named(engine, old)
    outcome = editing.replace_with(engine.store, name, text)
    visibility.note_saved(engine, outcome.fact)
    retired = engine.store.facts.many([one for one in outcome.retired if one != name])
    (was,) = visibility.veiled(engine, [engine.store.facts.get(name)])
    return Superseded(was, _in_words(engine, outcome.fact, text), visibility.veiled(engine, retired))


@action("propose", Touches.WRITES)
def propose(engine: Engine, facts: FactIds) -> Proposed:
    """Propose facts as conventions: they go into the review queue."""
    made = [editing.propose(engine.store, name) for name in facts_named(engine, facts)]
    return Proposed(visibility.veiled_candidates(engine, made))


def _saved_before(engine: Engine, new: NewFact) -> Fact | None:
    """What this session of an agent saved already in these words: a repeat is no use of it, and quotes nobody anew."""
    if not is_agent(engine.actor) or not session_here():
        return None
    alike = engine.store.facts.same_text(editing.words_of(new.text))
    held = [one.id for one in alike if one.project == new.project and one.status in (Status.ACTIVE, Status.PENDING)]
    noted = engine.store.accesses.noted(SAVED, held, session_here()) if held else []
    return engine.store.facts.get(noted[0][0]) if noted else None


def _kept(engine: Engine, new: NewFact, by: Person | None) -> Saved:
    """Save it. What an agent says that models agreed on is put into the queue: it is kept once approved."""
    if known := _saved_before(engine, new):
        return _saved(engine, Outcome(known, Action.KNOWN))
    near = _near(engine, Fact("", editing.words_of(new.text), new.kind, layer=new.layer, project=new.project))
    outcome = editing.add_fact(engine.store, new, near=near, actor=by)
    if said_alike(editing.words_of(new.text)) == said_alike(outcome.fact.text):
        visibility.note_saved(engine, outcome.fact)
    if outcome.action is Action.ADDED and is_agent(engine.actor):
        from lore.capture import confirm_saved  # a person needs nobody to confirm what they save

        outcome = replace(outcome, fact=confirm_saved(engine.store, outcome.fact))
    if new.debated and outcome.action is Action.ADDED and outcome.fact.tainted:
        editing.propose(engine.store, outcome.fact.id)
    done = _saved(engine, outcome)
    if outcome.action not in (Action.REINFORCED, Action.KNOWN):  # all of it was given right now
        return done
    return replace(done, fact=_in_words(engine, done.fact, new.text))


def _in_words(engine: Engine, fact: Fact, text: str | None) -> Fact:
    """The fact, of which whoever asks may see the words that they gave themselves in any case."""
    (shown,) = visibility.veiled(engine, [fact])
    gave_them = text is not None and said_alike(editing.words_of(text)) == said_alike(fact.text)
    return replace(shown, text=fact.text) if gave_them else shown


def _implied_kind(text: str, correction: str | None, solved: str | None) -> Kind:
    """A rule is a rule, though nobody calls it one."""
    from lore.language import kind_of_saying  # what a fact with a kind does not need

    if correction:
        return Kind.CORRECTION
    return Kind.SOLUTION if solved else kind_of_saying(text)


def _near(engine: Engine, fact: Fact) -> Near:
    """What is near it in meaning; by words, with a warning, without a model."""
    from lore.memory import near_facts  # which loads the index: 60 ms, and most of these verbs need none

    try:
        return near_facts(engine.store, fact, engine.embedder)
    except ModelError as error:
        engine.reporter.warn(
            ModelError(f"compared with other facts by their words alone: {error.message}", hint=error.hint)
        )
        return near_facts(engine.store, fact, None)


def _saved(engine: Engine, outcome: Outcome) -> Saved:
    many = engine.store.facts.many
    others = (visibility.veiled(engine, many(ids)) for ids in (outcome.retired, outcome.disputed, outcome.alike))
    return Saved(outcome.fact, outcome.action, *others)


def _moved(
    engine: Engine,
    names: Sequence[str],
    seen: Mapping[str, int] | None,
    move: Callable[[Sequence[str], Mapping[str, int]], Sequence[Fact]],
) -> Moved:
    """Carry it out on what was seen, and tell which facts were so already."""
    ids = facts_named(engine, names)
    before = {fact.id: fact.rev for fact in engine.store.facts.many(ids)}
    facts = move(ids, {fact_named(engine, name): rev for name, rev in (seen or {}).items()})
    return Moved(visibility.veiled(engine, facts), tuple(fact.id for fact in facts if fact.rev == before.get(fact.id)))


@dataclass(frozen=True, slots=True)
class FirstQuestion:
    """Something every agent asks sooner or later."""

    asks: str
    example: str
    begins: str
    """What the fact says before the answer, so that it can be understood alone."""
    kind: Kind
    is_of_you: bool = False
    """True for what holds in each of your projects."""


FIRST_QUESTIONS = (
    FirstQuestion("What is your role?", "backend developer, alone", "The person's role", Kind.IDENTITY, True),
    FirstQuestion("What is this project built with?", "Python 3.12, Postgres, pytest", "Built with", Kind.PROJECT),
    FirstQuestion("What is it to become?", "invoices for small shops, out in May", "The goal", Kind.PROJECT),
    FirstQuestion(
        "What should agents always or never do for you?", "answer briefly; never push", "The person prefers",
        Kind.PREFERENCE, True,
    ),
)  # fmt: skip
"""In the order in which they are asked."""


def save_answers(engine: Engine, answers: Sequence[str]) -> tuple[Saved, ...]:
    """Save each answer as a fact: of you, or of the repository that you are in, where you are in one; empty ones are
    none.

    answers: in the order of `FIRST_QUESTIONS`. Doing it twice adds nothing. Raises what `save` raises.
    """
    place = draft(engine)
    saved = []
    for question, answer in zip(FIRST_QUESTIONS, answers, strict=True):
        if words := answer.strip():
            text = f"{question.begins}: {words}"
            layer, project = (Layer.USER, None) if question.is_of_you else (place.layer, place.project)
            saved.append(save(engine, text, kind=question.kind, layer=layer, project=project))
    return tuple(saved)
