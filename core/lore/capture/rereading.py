"""Reading again what was masked wrongly: messages, commands, and the facts and quotations that rest on them.

One run, one undo. What a person decided on stays as it is, and so does every marker that today's rules would set again.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from lore.capture.drafts import draft_facts
from lore.capture.held_turns import holding
from lore.capture.masked import SPOKEN, Masked, Today, find_masked, with_words
from lore.capture.sinks import JournalStep, StoreSink
from lore.config import in_force
from lore.intake import clean
from lore.store import Store, Transaction

ACTOR = "import"
RUN = "reading again"


@dataclass(frozen=True, slots=True)
class Reread:
    """What was read again, or would be."""

    messages: int = 0
    commands: int = 0
    """Commands, changes of files and other calls."""
    facts: int = 0
    """Facts whose words changed."""
    quotations: int = 0
    new: int = 0
    """Facts that messages state now that they can be read; told after they were."""
    left: int = 0
    """Markers that stay."""
    sessions: int = 0
    run: str | None = None
    """The id that takes it all back; None where nothing was written."""


def reread(
    store: Store, *, dry_run: bool = False, progress: Callable[[int, int], None] = lambda done, whole: None
) -> Reread:
    """Read again what today's rules would keep, in what the transcripts still hold. Raises Busy or StoreError."""
    found = find_masked(store, progress)
    by_text: dict[tuple[str, str, str], list[Masked]] = defaultdict(list)
    for one in found:
        if one.today is Today.KEPT:
            by_text[one.text.table, one.text.id, one.text.field].append(one)
    rows = Counter(table for table, _ in {(table, name) for table, name, _ in by_text})
    report = Reread(
        messages=rows["turns"],
        commands=rows["events"],
        facts=rows["facts"],
        quotations=rows["evidence"],
        left=sum(one.today is not Today.KEPT for one in found),
        sessions=len({group[0].text.session for group in by_text.values() if group[0].text.table in SPOKEN}),
    )
    if dry_run or not by_text:
        return report
    with store.write(ACTOR) as transaction:
        run = store.runs.start(transaction, RUN).id
    steps = _stated_now(store, by_text)
    with store.write(ACTOR, run) as transaction:
        _reword(store, transaction, by_text)
    sink = StoreSink(store, ACTOR, run)
    report = replace(report, run=run, new=len(sink.put(steps, None)))
    sink.finish({"reread": report.messages + report.commands, "facts": report.facts + report.new})
    return report


def _reword(store: Store, transaction: Transaction, by_text: Mapping[tuple[str, str, str], Sequence[Masked]]) -> None:
    words: dict[str, dict[str, str]] = defaultdict(dict)
    for (table, name, column), group in by_text.items():
        text = clean(with_words(group[0].text.text, group))
        if table in SPOKEN:
            words[group[0].text.session or ""][f"{name} {column}"] = text
        elif table == "evidence":
            store.facts.requote(transaction, name, text)
        else:
            store.facts.update(transaction, name, action="fact.reread", rev=None, **{column: text})
    for session, own in words.items():
        store.sessions.reword(transaction, session, own)


def _stated_now(store: Store, by_text: Mapping[tuple[str, str, str], Sequence[Masked]]) -> list[JournalStep]:
    """What messages that hold state once they are read again, and did not state before."""
    config, steps = in_force(store), list[JournalStep]()
    for (table, _, _), group in by_text.items():
        text = group[0].text
        session = store.sessions.find(text.session or "")
        if table != "turns" or session is None:
            continue
        turn = next(
            (one for one in holding(store, store.sessions.turns(session.id)) if one.source_id == text.source_id), None
        )
        if turn is None:
            continue
        known = {with_words(draft.fact.text, group) for draft in draft_facts(turn, session, config)}
        read = replace(turn, text=clean(with_words(turn.text, group)))
        drafts = [draft for draft in draft_facts(read, session, config) if draft.fact.text not in known]
        if drafts:
            steps.append(JournalStep(session, None, None, tuple(drafts)))
    return steps
