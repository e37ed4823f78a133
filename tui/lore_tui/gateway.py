"""The only door to the engine. Reads are small and happen at once; searches and writes run in a worker (see `jobs`).

Nothing here decides: every rule stands in `lore.actions`, which the command line calls in the same way.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from lore import actions, clock
from lore.presence import PERSON
from lore.text import counted
from lore_tui import outcomes, present
from lore_tui.finding import Finding
from lore_tui.jobs import Outcome, Question
from lore_tui.preferences import Preferences

if TYPE_CHECKING:  # they load rooms that the first screen does not need
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from lore.actions import (
        Act,
        Acts,
        AgentSessions,
        Check,
        DayTally,
        DayView,
        Engine,
        Explained,
        FactView,
        Figures,
        HealthHistory,
        KeptSessions,
        NewFact,
        Proposal,
        Publishing,
        PublishPlaces,
        Result,
        Reversal,
        ReviewCard,
        Saved,
        Told,
        Transcript,
    )
    from lore.model import AuditEvent, Candidate, Fact, Kind, SubjectKind
    from lore_tui.overviews import Overviews
    from lore_tui.project_files import Agreed, ProjectFiles
    from lore_tui.reading import Reading
    from lore_tui.runs import Runs
    from lore_tui.setting_up import SettingUp

WIDEST = 400
"""Characters of a text that a line tells: more than any terminal has columns. The line itself cuts it to its room."""
FIRST_PAGE = 200
"""Facts that are painted before the whole list is read: more than any terminal has lines."""
_ASKS = "may contradict another: see Review"
_ASKS_WHETHER_ONE = "very near to another: see Review"


def _chosen(new: NewFact) -> Kind | None:
    """The kind that was chosen; None where the form's own was left: then the words say it."""
    return None if new.kind.value == "note" else new.kind


def _asked(saved: Saved) -> list[str]:
    """What a person is asked about a fact that was saved just now."""
    return [_ASKS] if saved.disputed else [_ASKS_WHETHER_ONE] if saved.alike else []


class Gateway:
    """Speaks to one open engine for the whole app, in the name of the person in front of it."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.preferences = Preferences(engine)
        self.finding = Finding(engine)

    @cached_property
    def runs(self) -> Runs:
        from lore_tui.runs import Runs

        return Runs(self._engine)

    @cached_property
    def files(self) -> ProjectFiles:
        from lore_tui.project_files import ProjectFiles

        return ProjectFiles(self._engine)

    @cached_property
    def overviews(self) -> Overviews:
        from lore_tui.overviews import Overviews

        return Overviews(self._engine)

    @cached_property
    def setting_up(self) -> SettingUp:
        from lore_tui.setting_up import SettingUp

        return SettingUp(self._engine)

    @cached_property
    def reading(self) -> Reading:
        from lore_tui.reading import Reading

        return Reading(self._engine)

    # Reads, at once

    def data_version(self) -> int:
        """Changes when anything was written by another process or another thread."""
        return self._engine.data_version()

    def newest_facts(self, limit: int) -> list[str]:
        """The ids of the newest active facts."""
        return list(actions.fact_ids(self._engine, limit=limit))

    def facts(self, ids: Sequence[str]) -> list[Fact]:
        return list(actions.some_facts(self._engine, ids).facts)

    def damaged(self, ids: Iterable[str]) -> Mapping[str, str]:
        """Those of these facts whose rows are damaged, each with the reason; what is gone is left out."""
        return actions.some_facts(self._engine, list(ids)).damaged

    def fact_view(self, fact_id: str) -> FactView:
        """Raises NotFound, StoreError where its row is damaged."""
        return actions.show(self._engine, fact_id)

    def strength(self, fact_id: str) -> Explained:
        """How strong it is, and when it will have faded. Raises NotFound."""
        return actions.explain_strength(self._engine, fact_id)

    def waiting(self) -> list[str]:
        """The review queue as it is now."""
        return list(actions.queue(self._engine))

    def candidates(self, ids: Sequence[str]) -> list[Candidate]:
        return list(actions.some_candidates(self._engine, ids))

    def proposals(self, ids: Sequence[str]) -> list[Proposal]:
        return list(actions.proposals(self._engine, ids))

    def review_card(self, candidate_id: str, text: str | None = None) -> ReviewCard:
        """The card, in other words where they are given. Raises NotFound, StoreError where a row is damaged."""
        return actions.card(self._engine, candidate_id, text=text)

    def stated(self) -> Mapping[str | None, Sequence[str]]:
        """What agents stated, by project: the end of the queue."""
        return actions.stated_by_agents(self._engine)

    def unconfirmed(self) -> list[str]:
        """The facts in the queue, one a subject."""
        return list(actions.unconfirmed(self._engine))

    def act_told(self, act: Act) -> str:
        """What an act of the log did. Raises NotFound, StoreError where its event is damaged."""
        return actions.act_told(self._engine, act, width=WIDEST)

    def event(self, number: int) -> AuditEvent:
        """Raises NotFound."""
        return actions.event_numbered(self._engine, number)

    def short(self, name: str) -> str:
        """An id as the app shows it: its shortest beginning that fits nothing else."""
        return actions.short_id(self._engine, name)

    def events_after(self, number: int) -> int:
        """How many events of the log are newer than this one."""
        return actions.events_after(self._engine, number)

    def facts_of_session(self, session: str) -> list[Fact]:
        """The active facts that rest on a session."""
        return list(actions.facts_of_session(self._engine, session))

    def new_fact(self, text: str) -> NewFact:
        """A fact to fill in, with the scope that this folder suggests."""
        return actions.draft(self._engine, text=text)

    # Reads that take long, in a worker

    def sessions_here(self) -> Sequence[AgentSessions]:
        """What the agents on this machine wrote, and how much of it is new."""
        return actions.sessions_here(self._engine)

    def publish_places(self) -> PublishPlaces:
        """Which projects could be published, and into which repositories of this machine."""
        return actions.publish_places(self._engine)

    def plan_publish(self, root: Path, project: str | None) -> Publishing:
        """What publishing into this folder would do. project: one that is not its own. Raises BadInput, NotFound."""
        return actions.plan_publish(self._engine, root=root, project=project)

    def publishable(self) -> Sequence[Publishing]:
        """What publishing would do, in each repository that there is."""
        return actions.plan_publish_everywhere(self._engine)

    def acts(self, words: str, actor: str | None, kind: SubjectKind | None) -> Acts:
        """The acts of the log, newest first, narrowed where something is given."""
        return actions.list_acts(self._engine, words=words, actor=actor, kind=kind)

    def act_events(self, act: str) -> list[int]:
        """The numbers of the events of an act, newest first."""
        return list(actions.act_events(self._engine, act))

    def sessions_kept(self, words: str) -> KeptSessions:
        """Every session, or those of these words, newest first."""
        return actions.sessions_kept(self._engine, words=words)

    def transcript(self, session: str) -> Transcript:
        """Raises NotFound."""
        return actions.transcript(self._engine, session)

    def tell_session(self, session: str) -> Told:
        """Raises NotFound."""
        return actions.tell_session(self._engine, session)

    def days(self, first: str, last: str) -> Mapping[str, DayTally]:
        """By day what it brought; days that brought nothing are left out."""
        return actions.count_days(self._engine, first, last).days

    def day(self, day: str) -> DayView:
        return actions.show_day(self._engine, day)

    def checks(self) -> list[Check]:
        """What the doctor asks, in order. Loads the doctor."""
        return list(actions.list_checks(self._engine).checks)

    def examine(self, heard: Callable[[Result], None]) -> None:
        """Ask every check; `heard` gets each result in this thread. Takes seconds."""
        actions.examine_each(self._engine, heard)

    def figures(self) -> Figures:
        """The figures of today against earlier ones, and what `lore stats` says below. Raises Busy, StoreError."""
        return actions.measure(self._engine)

    def health_history(self) -> HealthHistory:
        """Which check was wrong from when until when."""
        return actions.show_health(self._engine)

    # Writes, in a worker

    def add(self, new: NewFact) -> Outcome:
        saved = actions.save(
            self._engine, new.text, kind=_chosen(new), layer=new.layer, project=new.project, tags=tuple(new.tags)
        )
        verb = "added" if saved.retired else saved.action.value
        said = [f"{verb} {outcomes.title(saved.fact.text)}"]
        said += [f"replaces {outcomes.title(old.text)}, `lore restore {self.short(old.id)}`" for old in saved.retired]
        said += _asked(saved)
        return Outcome(" · ".join(said), outcomes.ids(saved.fact, *saved.retired, *saved.disputed), result=saved)

    def edit(self, edited: Fact) -> Outcome:
        """Store what the form changes, on the `rev` it was opened with."""
        saved = actions.edit(
            self._engine,
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

    def archive(self, seen: Mapping[str, int]) -> Outcome:
        """Fact → the `rev` that it was seen with."""
        return outcomes.moved("archived", actions.archive(self._engine, list(seen), seen=seen))

    def restore(self, seen: Mapping[str, int]) -> Outcome:
        return outcomes.moved("restored", actions.restore(self._engine, list(seen), seen=seen))

    def pin(self, seen: Mapping[str, int], *, pinned: bool) -> Outcome:
        if pinned:
            return outcomes.moved("pinned", actions.pin(self._engine, list(seen), seen=seen))
        return outcomes.moved("unpinned", actions.unpin(self._engine, list(seen), seen=seen))

    def confirm(self, ids: Sequence[str]) -> Outcome:
        return outcomes.moved("still holds:", actions.confirm(self._engine, ids))

    def approve(self, shown: ReviewCard) -> Outcome:
        """Approve a card, whose warnings the person has read and acknowledged."""
        known, candidate = [risk.id for risk in shown.risks], shown.candidate
        done = actions.approve(self._engine, candidate.id, rev=candidate.rev, acknowledged=known)
        return outcomes.decided("approved", done)

    def approve_all(self, seen: Mapping[str, int]) -> Outcome:
        return outcomes.decided("approved", actions.approve_all(self._engine, list(seen), seen=seen))

    def approve_as(self, candidate: Candidate, text: str, acknowledged: Sequence[str]) -> Outcome:
        """Approve in other words; raises NeedsConfirmation for a warning that is missing among `acknowledged`."""
        done = actions.edit_and_approve(self._engine, candidate.id, text, rev=candidate.rev, acknowledged=acknowledged)
        return outcomes.decided("edited and approved", done)

    def reject(self, candidate: Candidate, reason: str = "") -> Outcome:
        said = "rejected with your reason" if reason else "rejected"
        seen = {candidate.id: candidate.rev}
        return outcomes.decided(said, actions.reject(self._engine, [candidate.id], reason=reason, seen=seen))

    def reject_all(self, seen: Mapping[str, int]) -> Outcome:
        return outcomes.decided("rejected", actions.reject(self._engine, list(seen), seen=seen))

    def merge(self, candidate: Candidate, into: str, into_rev: int | None = None) -> Outcome:
        rev = candidate.rev
        return outcomes.decided("merged", actions.merge(self._engine, candidate.id, into, rev=rev, into_rev=into_rev))

    def instead(self, candidate: Candidate) -> Outcome:
        done = actions.answer(self._engine, candidate.id, actions.Holds.INSTEAD, rev=candidate.rev)
        return outcomes.decided("instead", done)

    def snooze(self, candidate: Candidate, days: int) -> Outcome:
        """Hide it until the same time some days ahead."""
        done = actions.snooze(self._engine, [candidate.id], days=days, seen={candidate.id: candidate.rev})
        said = f"snoozed for {days} day{'s' * (days > 1)}: {outcomes.title(candidate.text)}"
        return Outcome(said, (), (candidate.id,), result=done)

    def rescope(self, candidate: Candidate) -> Outcome:
        """For its project, for you alone in it, for you everywhere, and again."""
        done = actions.rescope(self._engine, candidate.id, rev=candidate.rev)
        return Outcome(f"holds {actions.where_it_holds(done)}", (), (candidate.id,), result=done)

    def publish(self, agreed: Agreed) -> Outcome:
        """Write what was seen. Raises Conflict where it would be something else by now."""
        from lore.actions import OnDrift  # what writes files: nothing that the first screen needs

        seen, drift = agreed.shown, OnDrift.OVERWRITE if agreed.overwrites else OnDrift.ASK
        done = actions.publish(
            self._engine,
            root=seen.root,
            project=agreed.project,
            on_drift=drift,
            new_root=agreed.new_root,
            mark=seen.mark,
        )
        return Outcome(present.written(done), result=done)

    def save_answers(self, answers: Sequence[str]) -> Outcome:
        """Answers to the first questions become facts."""
        saved = actions.save_answers(self._engine, answers)
        said = f"{counted(len(saved), 'answer')} kept as facts"
        return Outcome(said, outcomes.ids(*(one.fact for one in saved)), result=saved)

    def back_up(self) -> Outcome:
        made = actions.back_up(self._engine).backup
        return Outcome(f"copied · `lore restore-backup {made.name}` restores it", undoable=False, result=made)

    def undo(self) -> Outcome:
        return self._asked_or_done("Undo", actions.undo(self._engine, by=PERSON))

    def revert(self, number: int) -> Outcome:
        """Reverse the step that an event of the log belongs to."""
        return self._asked_or_done("Undo", actions.undo(self._engine, event=number))

    def revert_act(self, act: Act) -> Outcome:
        """Reverse a whole act: what stands of its run, or its step."""
        event = None if act.run else act.newest
        return self._asked_or_done("Undo", actions.undo(self._engine, run=act.run, event=event))

    def repair(self, checks: Sequence[str]) -> Outcome:
        """Repair what these checks of the doctor found, after a backup."""
        report = actions.repair(self._engine, checks=checks).report
        done = [one for one in report.repairs if one.failure is None]
        failed = [f"{one.check} could not be repaired: {one.failure}" for one in report.repairs if one.failure]
        said = [f"{one.count:,} {one.does}" for one in done] or ["nothing needed repair"]
        return Outcome(" · ".join([*said, *failed, *report.notes]), result=report)

    def redo(self) -> Outcome:
        return self._asked_or_done("Redo", actions.redo(self._engine, by=PERSON))

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
            return self._asked_or_done(verb, actions.redo(self._engine, event=asked.event, agreed=True))
        run, event = (asked.run, None) if asked.whole_run else (None, asked.event)
        return self._asked_or_done(verb, actions.undo(self._engine, run=run, event=event, agreed=True))
