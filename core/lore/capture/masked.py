"""What stands masked in the store, and whether today's rules would leave it as it is.

A marker proves what it stands for: the same words give the same marker under the key of the store. So words of a
transcript are taken for those that were masked only where they stand at this place and give this marker.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from lore.capture.contract import Options
from lore.capture.conversion import event_of, left_out, typed_as_read
from lore.capture.file_reading import reader_of
from lore.capture.readers import RawEvent, RawTurn, Transcript
from lore.errors import BadInput
from lore.intake import clean, keys, sanitise
from lore.memory import Authority, held_by_each
from lore.model import Clean, Status
from lore.store import MaskedText, Store

AROUND = 60
"""Characters that are shown before and after a marker."""
LONGEST = 4_000
"""Characters that one marker is taken to stand for at most."""
_ENOUGH = 32
"""Characters behind a marker by which its end is looked for."""

_WORDED = frozenset({"text", "quote", "wrong", "right", "because", "problem", "solution"})
"""The fields of a fact or a quotation that are words of a message."""
_SPOKEN = frozenset({"turns", "events"})
"""The tables that a transcript is read into."""


class Today(StrEnum):
    """What would become of masked words if they came today."""

    KEPT = "would be kept today"
    MASKED = "would be masked today"
    OTHER = "other words stand there by now"
    """Or more than one message may hold, or what was purged."""
    GONE = "its transcript is gone or cannot be read"
    YOURS = "you decided on it, so it stays"
    ALONE = "no transcript holds it"
    """A document, a digest, or a fact that rests on no message."""


@dataclass(frozen=True, slots=True)
class Masked:
    """One marker, and where it stands."""

    kind: str
    """Of the secret, such as `password`."""
    text: MaskedText
    marker: str
    start: int
    """Where it begins in the text."""
    today: Today

    @property
    def around(self) -> Clean:
        """The words around with the marker in its place."""
        end = self.start + len(self.marker)
        before, after = self.text.text[: self.start], self.text.text[end:]
        lead, rest = before[-AROUND:], after[:AROUND]
        whole = f"{'…' if lead != before else ''}{lead}{self.marker}{rest}{'…' if rest != after else ''}"
        return Clean(" ".join(whole.split()))


def find_masked(store: Store, progress: Callable[[int, int], None] = lambda done, whole: None) -> list[Masked]:
    """Every marker of ours in what is stored, with what would become of it today: messages first.

    Reads the transcripts of the sessions that bear one. progress: files that were read, and all of them.
    """
    key = keys.marker_key()
    every = list(store.texts.masked())
    spoken = [text for text in every if text.table in _SPOKEN]
    now = _Now(store, spoken, progress)
    found = [one for text in spoken for one in _judged(text, now, key)]
    return [*found, *_resting(store, [text for text in every if text.table not in _SPOKEN], found, key)]


class _Now:
    """What the transcripts hold by now of the messages and events that bear a marker."""

    def __init__(self, store: Store, texts: Sequence[MaskedText], progress: Callable[[int, int], None]) -> None:
        self._wanted = {(text.session, text.source_id) for text in texts}
        self.sessions: set[str] = set()
        """The sessions of which a transcript could be read."""
        self._told: dict[tuple[str, str, str], str] = {}
        files = list(_files(store, {text.session for text in texts if text.session}))
        for number, (file, session) in enumerate(files):
            progress(number, len(files))
            with suppress(OSError, BadInput):  # told as `Today.GONE`
                self._read(file)
                self.sessions.add(session)
        progress(len(files), len(files))

    def of(self, text: MaskedText) -> str:
        """The words at the place of a stored text; empty where there are none."""
        return self._told.get((text.session or "", text.source_id or "", text.field), "")

    def _read(self, file: Path) -> None:
        transcript = Transcript(file)
        for record in reader_of(file, transcript.head(), Options()).read(transcript):
            if not isinstance(record, RawTurn | RawEvent) or (record.session, record.source_id) not in self._wanted:
                continue
            self.sessions.add(record.session)
            fields = _fields(record)
            for name, words in fields.items():
                self._told.setdefault((record.session, record.source_id, name), words)


def _fields(record: RawTurn | RawEvent) -> Mapping[str, str]:
    """The words of a record whole, as they come to the door; of a call with named values as they would be stored."""
    if isinstance(record, RawTurn):
        return {"text": sanitise(typed_as_read(record))}
    detail = record.detail if isinstance(record.detail, str) else event_of(record).detail
    return {"name": sanitise(record.name), "detail": sanitise(detail)}


def _files(store: Store, sessions: set[str]) -> Iterator[tuple[Path, str]]:
    """The files that were read of these sessions, each with the session that it ended with.

    A file may tell of several: for a session that none ended with, every file of its agent is one.
    """
    positions = [one for one in store.sources.all_positions() if one.session]
    found = {name: session for name in sessions if (session := store.sessions.find(name))}
    several = {one.agent for name, one in found.items() if name not in {position.session for position in positions}}
    for position in positions:
        ended_with = store.sessions.find(position.session or "")
        if ended_with and (ended_with.id in sessions or ended_with.agent in several):
            yield Path(position.path), ended_with.id


def _judged(text: MaskedText, now: _Now, key: bytes) -> Iterator[Masked]:
    markers = _markers(text.text, key)
    if text.session not in now.sessions:
        yield from (_masked(text, one, Today.GONE) for one in markers)
        return
    words = _words_there(text.text, now.of(text), markers, key)
    is_settled = clean(text.text) == text.text
    for place, one in enumerate(markers):
        if words is None:
            yield _masked(text, one, Today.OTHER)
        elif is_settled and words[place] != one[0] and _stays(text.text, one, words[place]):
            yield _masked(text, one, Today.KEPT)
        else:
            yield _masked(text, one, Today.MASKED)


def _stays(text: str, marker: re.Match[str], words: str) -> bool:
    """Whether today's rules leave these words at the place of the marker."""
    plain = text[: marker.start()] + words + text[marker.end() :]
    return clean(plain) == plain


def _words_there(stored: str, now: str, markers: Sequence[re.Match[str]], key: bytes) -> list[str] | None:
    """What stands in a transcript at the place of each marker: its words, or the marker where these are masked there.

    None where the text differs anywhere else, or the words do not give the marker.
    """
    found: list[str] = []
    place = done = 0
    end = len(stored) - len(left_out(stored))
    for number, one in enumerate(markers):
        if not now.startswith(stored[done : one.start()], place):
            return None
        place += one.start() - done
        done = one.end()
        next_one = markers[number + 1].start() if number + 1 < len(markers) else end
        taken = _taken(now, place, one, stored[done:next_one], key)
        if taken is None:
            return None
        found.append(one[0] if keys.MARKER.fullmatch(taken) else taken)
        place += len(taken)
    rest = stored[done:end]
    is_whole = now.startswith(rest, place) if end < len(stored) else now[place:] == rest
    return found if is_whole else None


def _taken(now: str, place: int, marker: re.Match[str], following: str, key: bytes) -> str | None:
    """What of the text, from this place on, a marker stands for."""
    there = keys.MARKER.match(now, place)
    if there and keys.is_ours(there, key) and there["secret"] == marker["secret"]:
        return there[0]
    behind = following[:_ENOUGH]
    end = now.find(behind, place + 1)
    while place < end <= place + LONGEST:
        if keys.marker(now[place:end], marker["kind"], key) == marker[0]:
            return now[place:end]
        end = now.find(behind, end + 1) if end < len(now) else -1
    return None


def _resting(store: Store, texts: Sequence[MaskedText], spoken: Sequence[Masked], key: bytes) -> Iterator[Masked]:
    """What bears a marker beside messages: facts and quotations as the messages that they rest on, all else alone."""
    said: dict[tuple[str | None, str | None], dict[str, Masked]] = defaultdict(dict)
    for one in spoken:
        said[one.text.session, one.text.source_id].setdefault(one.marker, one)
    named = {text.id if text.table == "facts" else text.fact for text in texts if text.table in ("facts", "evidence")}
    facts = store.facts.many(sorted(name for name in named if name))
    evidence = store.facts.evidence([fact.id for fact in facts])
    behind = held_by_each(store, facts, evidence)
    decided = {
        fact.id
        for fact in facts
        if behind[fact.id] is Authority.GOVERNED or fact.status not in (Status.ACTIVE, Status.PENDING)
    }
    for text in texts:
        fact = text.id if text.table == "facts" else text.fact
        messages = [(item.session, item.source_id) for item in evidence.get(fact or "", ())]
        for marker in _markers(text.text, key):
            known = next((said[place][marker[0]] for place in messages if marker[0] in said[place]), None)
            if fact in decided:
                yield _masked(text, marker, Today.YOURS)
            elif known is None or text.field not in _WORDED:
                yield _masked(text, marker, Today.ALONE)
            else:
                yield _masked(text, marker, known.today)


def _markers(text: str, key: bytes) -> list[re.Match[str]]:
    return [one for one in keys.MARKER.finditer(text) if keys.is_ours(one, key)]


def _masked(text: MaskedText, marker: re.Match[str], today: Today) -> Masked:
    return Masked(marker["kind"], text, marker[0], marker.start(), today)
