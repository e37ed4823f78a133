"""What the app writes, as one line for the person each; a write runs in a worker (see `jobs`).

Nothing here decides: every rule stands in `lore.actions`, which the screens read from, and the command line calls.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from shlex import quote
from typing import TYPE_CHECKING

from lore import actions, clock
from lore.config import APP_KEY_PRESET, APP_KEYS, APP_THEME, in_force
from lore.presence import PERSON
from lore.text import counted
from lore_tui import outcomes, present
from lore_tui.finding import Finding
from lore_tui.jobs import Outcome, Question
from lore_tui.presets import KeyChoice

if TYPE_CHECKING:  # they load rooms that the first screen does not need
    from collections.abc import Iterable, Mapping, Sequence

    from lore.actions import (
        Act,
        EditOfBlock,
        Engine,
        NewFact,
        ProjectFile,
        Publishing,
        Reversal,
        ReviewCard,
        Saved,
    )
    from lore.model import Candidate, Fact, Kind
    from lore_tui.runs import Runs

NAMED = 2
"""Ids that a command names."""
WIDEST = 400
"""Characters of a text that a line tells: more than any terminal has columns. The line itself cuts it to its room."""
_ASKS = "may contradict another: see Review"
_ASKS_WHETHER_ONE = "very near to another: see Review"


def _chosen(new: NewFact) -> Kind | None:
    """The kind that was chosen; None where the form's own was left: then the words say it."""
    return None if new.kind.value == "note" else new.kind


def _asked(saved: Saved) -> list[str]:
    """What a person is asked about a fact that was saved just now."""
    return [_ASKS] if saved.disputed else [_ASKS_WHETHER_ONE] if saved.alike else []


@dataclass(frozen=True, slots=True)
class Agreed:
    """What you agreed to publish."""

    shown: Publishing
    new_root: bool = False
    """The folder that only says so itself belongs to the project."""
    overwrites: bool = False
    """The hand edit is discarded."""
    project: str | None = None
    """The project that you named for the folder, where it is not its own."""


class Gateway:
    """Writes for the whole app, in the name of the person in front of it."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.finding = Finding(engine)

    @cached_property
    def runs(self) -> Runs:
        from lore_tui.runs import Runs

        return Runs(self.engine)

    def act_told(self, act: Act) -> str:
        """What an act of the log did. Raises NotFound, StoreError where its event is damaged."""
        return actions.act_told(self.engine, act, width=WIDEST)

    def short(self, name: str) -> str:
        """An id as the app shows it: its shortest beginning that fits nothing else."""
        return actions.short_id(self.engine, name)

    def keys(self) -> KeyChoice:
        """The preset of keys, and your own keys. Raises StoreError, UsageError for what they cannot be."""
        settings = in_force(self.engine.store)
        return KeyChoice(settings[APP_KEY_PRESET], settings[APP_KEYS])

    # Writes, in a worker

    def add(self, new: NewFact) -> Outcome:
        saved = actions.save(
            self.engine, new.text, kind=_chosen(new), layer=new.layer, project=new.project, tags=tuple(new.tags)
        )
        verb = "added" if saved.retired else saved.action.value
        said = [f"{verb} {outcomes.title(saved.fact.text)}"]
        said += [f"replaces {outcomes.title(old.text)}, `lore restore {self.short(old.id)}`" for old in saved.retired]
        said += _asked(saved)
        return Outcome(" · ".join(said), outcomes.ids(saved.fact, *saved.retired, *saved.disputed), result=saved)

    def edit(self, edited: Fact) -> Outcome:
        """Store what the form changes, on the `rev` it was opened with."""
        saved = actions.edit(
            self.engine,
            edited.id,
            text=edited.text,
            kind=edited.kind,
            layer=edited.layer,
            project=edited.project or "",
            tags=edited.tags,
            rev=edited.rev,
        )
        said = [f"saved {outcomes.title(saved.fact.text)}", *_asked(saved)]
        return Outcome(" · ".join(said), outcomes.ids(saved.fact, *saved.disputed), result=saved)

    def replace(self, fact: Fact, text: str) -> Outcome:
        """Retire a fact for another one, written now."""
        done = actions.replace_text(self.engine, fact.id, text)
        said = f"{outcomes.title(done.new.text)} replaces {outcomes.title(fact.text)}"
        return Outcome(
            said, outcomes.ids(done.new, fact), result=done, command=f"lore supersede {self.short(fact.id)} …"
        )

    def archive(self, seen: Mapping[str, int]) -> Outcome:
        """Fact → the `rev` that it was seen with."""
        done = outcomes.moved("archived", actions.archive(self.engine, list(seen), seen=seen))
        return self._by("archive", done, seen)

    def restore(self, seen: Mapping[str, int]) -> Outcome:
        return self._by(
            "restore", outcomes.moved("restored", actions.restore(self.engine, list(seen), seen=seen)), seen
        )

    def pin(self, seen: Mapping[str, int], *, pinned: bool) -> Outcome:
        if pinned:
            return self._by("pin", outcomes.moved("kept", actions.pin(self.engine, list(seen), seen=seen)), seen)
        return self._by(
            "pin --off", outcomes.moved("fades again:", actions.unpin(self.engine, list(seen), seen=seen)), seen
        )

    def confirm(self, ids: Sequence[str]) -> Outcome:
        return self._by("confirm", outcomes.moved("still holds:", actions.confirm(self.engine, ids)), ids)

    def approve(self, shown: ReviewCard) -> Outcome:
        """Approve a card, whose warnings the person has read and acknowledged."""
        known, candidate = [risk.id for risk in shown.risks], shown.candidate
        done = actions.approve(self.engine, candidate.id, rev=candidate.rev, acknowledged=known)
        return self._by("review approve", outcomes.decided("approved", done), [candidate.id])

    def approve_all(self, seen: Mapping[str, int]) -> Outcome:
        done = outcomes.decided("approved", actions.approve_all(self.engine, list(seen), seen=seen))
        return replace(done, command="lore review approve --shown")

    def approve_as(self, candidate: Candidate, text: str, acknowledged: Sequence[str]) -> Outcome:
        """Approve in other words; raises NeedsConfirmation for a warning that is missing among `acknowledged`."""
        done = actions.edit_and_approve(self.engine, candidate.id, text, rev=candidate.rev, acknowledged=acknowledged)
        done_so = self._by("review edit", outcomes.decided("edited and approved", done), [candidate.id])
        return replace(done_so, command=f"{done_so.command} …")

    def reject(self, candidate: Candidate, reason: str = "") -> Outcome:
        said = "rejected with your reason" if reason else "rejected"
        seen = {candidate.id: candidate.rev}
        done = outcomes.decided(said, actions.reject(self.engine, [candidate.id], reason=reason, seen=seen))
        return self._by("review reject", done, [candidate.id])

    def reject_all(self, seen: Mapping[str, int]) -> Outcome:
        return self._by(
            "review reject", outcomes.decided("rejected", actions.reject(self.engine, list(seen), seen=seen)), seen
        )

    def merge(self, candidate: Candidate, into: str, into_rev: int | None = None) -> Outcome:
        rev = candidate.rev
        done = outcomes.decided("joined", actions.merge(self.engine, candidate.id, into, rev=rev, into_rev=into_rev))
        return self._by("review merge", done, [candidate.id, into])

    def instead(self, candidate: Candidate) -> Outcome:
        done = actions.answer(self.engine, candidate.id, actions.Holds.INSTEAD, rev=candidate.rev)
        done_so = self._by("review answer", outcomes.decided("instead", done), [candidate.id])
        return replace(done_so, command=f"{done_so.command} instead")

    def snooze(self, candidate: Candidate, days: int) -> Outcome:
        """Hide it until the same time some days ahead."""
        done = actions.snooze(self.engine, [candidate.id], days=days, seen={candidate.id: candidate.rev})
        said = f"snoozed for {days} day{'s' * (days > 1)}: {outcomes.title(candidate.text)}"
        done_so = self._by("review snooze", Outcome(said, (), (candidate.id,), result=done), [candidate.id])
        return replace(done_so, command=f"{done_so.command} --until {done.until}")

    def rescope(self, candidate: Candidate) -> Outcome:
        """For its project, for you alone in it, for you everywhere, and again."""
        done = actions.rescope(self.engine, candidate.id, rev=candidate.rev)
        done_so = Outcome(f"holds {actions.where_it_holds(done)}", (), (candidate.id,), result=done)
        return self._by("review rescope", done_so, [candidate.id])

    def publish(self, agreed: Agreed) -> Outcome:
        """Write what was seen. Raises Conflict where it would be something else by now."""
        from lore.actions import OnDrift  # what writes files: nothing that the first screen needs

        seen, drift = agreed.shown, OnDrift.OVERWRITE if agreed.overwrites else OnDrift.ASK
        done = actions.publish(
            self.engine,
            root=seen.root,
            project=agreed.project,
            on_drift=drift,
            new_root=agreed.new_root,
            mark=seen.mark,
        )
        return Outcome(present.written(done), result=done, command="lore publish")

    def accept(self, file: ProjectFile, seen: EditOfBlock) -> Outcome:
        """Take the edit as it was seen, with every warning that was shown; Conflict where it is another by now."""
        known: dict[str, list[str]] = {line.words: [risk.id for risk in line.risks] for line in seen.edit.lines}
        done = actions.accept_hand_edit(self.engine, seen.mark, acknowledged=known, root=file.root)
        return Outcome(f"accepted the manual edit of {file.path} · {present.written(done)}", result=done)

    def summarise(self, category: str, summary: str) -> Outcome:
        """Keep a summary of your own; an empty one follows the facts again."""
        done = actions.edit_category(self.engine, category, summary=summary)
        kept = f"the summary of {category} is {outcomes.title(done.summary)}" if done.summary else ""
        return Outcome(kept or f"the summary of {category} is automatic again", result=done)

    def keep_theme(self, name: str) -> Outcome:
        """Have the app open in these colours from now on."""
        actions.change_settings(self.engine, {APP_THEME.name: name})
        return Outcome(f"colours: {name}, kept", command=f"lore config set {APP_THEME.name} {name}")

    def set_value(self, name: str, value: str) -> Outcome:
        """Give a setting a value, as it is typed. Raises UsageError for what it cannot be."""
        from lore.config import setting_named

        setting = setting_named(name)
        actions.change_settings(self.engine, {name: setting.plain(setting.parse(value))})
        return Outcome(f"{name} is {value or 'empty'}", command=f"lore config set {name} {quote(value)}")

    def purge(self, fact: Fact, confirm: str) -> Outcome:
        """Remove it for good. Raises UsageError where `confirm` is not its id."""
        named = {fact.id: fact.id, self.short(fact.id): fact.id}
        actions.purge(self.engine, facts=[fact.id], confirm=named.get(confirm, confirm))
        return Outcome(f"purged {self.short(fact.id)} for good", undoable=False, command="lore purge …")

    def answer_reader(self, answer: str, way: str | None) -> Outcome:
        """Settle who reads your sessions, or `stop` the reading that runs. Raises NeedsPerson, UsageError.

        way: the reader, where the answer is yes.
        """
        if answer == "stop":
            ended = actions.stop_reading(self.engine)
            said = "stopped: the next session starts it again" if ended else "nothing is being read"
            return Outcome(said, undoable=False)
        state = actions.settle_reader(self.engine, answer, way=way)
        return Outcome("you are asked again after the next set-up" if answer == "later" else state.in_a_line)

    def save_answers(self, answers: Sequence[str]) -> Outcome:
        """Answers to the first questions become facts."""
        saved = actions.save_answers(self.engine, answers)
        said = f"{counted(len(saved), 'answer')} kept as facts{', each with an undo of its own' if saved[1:] else ''}"
        return Outcome(said, outcomes.ids(*(one.fact for one in saved)), result=saved)

    def back_up(self) -> Outcome:
        made = actions.back_up(self.engine).backup
        return Outcome(
            f"copied · `lore restore-backup {made.name}` restores it",
            undoable=False,
            result=made,
            command="lore backup",
        )

    def _by(self, verb: str, done: Outcome, ids: Iterable[str]) -> Outcome:
        """The same with the command that would do it."""
        names = [self.short(name) for name in ids]
        told = " ".join(names) if len(names) <= NAMED else f"{names[0]} …"
        return replace(done, command=f"lore {verb} {told}")

    def undo(self) -> Outcome:
        return self._asked_or_done("Undo", actions.undo(self.engine, by=PERSON))

    def revert_act(self, act: Act) -> Outcome:
        """Reverse a whole act: what stands of its run, or its step."""
        event = None if act.run else act.newest
        return self._asked_or_done("Undo", actions.undo(self.engine, run=act.run, event=event))

    def repair(self, checks: Sequence[str]) -> Outcome:
        """Repair what these checks of the doctor found, after a backup."""
        report = actions.repair(self.engine, checks=checks).report
        done = [one for one in report.repairs if one.failure is None]
        failed = [f"{one.check} could not be repaired: {one.failure}" for one in report.repairs if one.failure]
        said = [f"{one.count:,} {one.does}" for one in done] or ["nothing needed repair"]
        return Outcome(" · ".join([*said, *failed, *report.notes]), result=report)

    def redo(self) -> Outcome:
        return self._asked_or_done("Redo", actions.redo(self.engine, by=PERSON))

    def _asked_or_done(self, verb: str, found: Reversal) -> Outcome:
        """What was reversed; where nothing was done yet, the question."""
        if found.done:
            return outcomes.reversal("undid" if verb == "Undo" else "redid", found)
        who = "you" if found.actor == PERSON else found.actor
        question = f"{verb} the {found.act} ({who}, {clock.age(found.at, clock.now())})?"
        return Outcome("", question=Question(question, lambda: self._agreed(verb, found)), result=found)

    def _agreed(self, verb: str, asked: Reversal) -> Outcome:
        """Reverse exactly what the question named."""
        if verb == "Redo":
            return self._asked_or_done(verb, actions.redo(self.engine, event=asked.event, agreed=True))
        run, event = (asked.run, None) if asked.whole_run else (None, asked.event)
        return self._asked_or_done(verb, actions.undo(self.engine, run=run, event=event, agreed=True))
