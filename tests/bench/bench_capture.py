"""How quick capture is, how much memory it takes, and whether reading again adds anything.

    python tests/bench/bench_capture.py [FOLDER] [--times 10] [--large MEGABYTES]

FOLDER holds transcripts; default: the shared ones beside the repository, else the bundled ones. Prints the counts of
each format, MB/s of reading alone, then whole captures into an empty store, and the peak memory of reading one made
file of the given size in each form (default 200 MB) in a process of its own.
"""

import argparse
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

import lore
from lore.capture import CaptureSummary, Options, Watcher, capture
from lore.capture.readers import Problem, RawEvent, RawTurn, Transcript, reader_for
from lore.model import Role, Status
from lore.store import FactFilter, Store, open_store

SHARED = Path(__file__).parents[3] / "shared" / "data" / "transcripts"
BUNDLED = Path(lore.__file__).parent / "demo" / "transcripts"
FACTS = FactFilter(statuses=tuple(Status))
MB = 1_000_000
TEXT = "Please keep the importer as it is; always run make check before you commit. " * 12


def memory_mb() -> float:
    """Peak resident memory of this process so far."""
    status = Path("/proc/self/status")
    if status.is_file():
        # `ru_maxrss` of a new process starts at that of the one it was forked from.
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MB


def read_alone(folder: Path) -> None:
    """Every transcript through its reader, by format."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    seconds: defaultdict[str, float] = defaultdict(float)
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        reader = reader_for(Transcript(file).head())
        if reader is None:
            continue
        count, started = counts[reader.name], time.perf_counter()
        count["files"] += 1
        count["bytes"] += file.stat().st_size
        for record in reader.read(Transcript(file)):
            count["problems"] += isinstance(record, Problem)
            count["events"] += isinstance(record, RawEvent)
            count["human"] += isinstance(record, RawTurn) and record.role is Role.USER
            count["agent"] += isinstance(record, RawTurn) and record.role is not Role.USER
        seconds[reader.name] += time.perf_counter() - started
    print("\nreading alone")
    print(f"{'format':<13}{'files':>6}{'MB':>8}{'human':>7}{'agent':>7}{'events':>8}{'bad':>5}{'MB/s':>8}")
    for name, count in counts.items():
        speed = count["bytes"] / MB / seconds[name]
        print(
            f"{name:<13}{count['files']:>6}{count['bytes'] / MB:>8.1f}{count['human']:>7}{count['agent']:>7}"
            f"{count['events']:>8}{count['problems']:>5}{speed:>8.1f}"
        )


def contents(store: Store) -> dict[str, int]:
    """How many rows of everything there are."""
    sessions = store.sessions.select()
    return {
        "facts": store.facts.count(FACTS),
        "evidence": sum(len(evidence) for evidence in store.facts.evidence(store.facts.ids(FACTS)).values()),
        "sessions": len(sessions),
        "turns": sum(len(store.sessions.turns(session.id)) for session in sessions),
        "events": sum(len(store.sessions.events(session.id)) for session in sessions),
        "audit": store.audit.count(),
        "outbox": store.cursor(),
    }


def capture_times(folder: Path, times: int) -> None:
    """Whole captures into one store, the first into an empty one."""
    with tempfile.TemporaryDirectory() as home, open_store(Path(home) / "lore") as store:
        store.backs_up = False
        warned: list[str] = []
        first = capture(store, [folder], Options(), Watcher(warn=warned.append))
        after, human = contents(store), _human(store)
        print(f"\ncaptured once: {first.bytes / MB:.1f} MB in {first.seconds:.1f} s, {_speed(first)}")
        print(f"  {first.unread} files not readable, {first.warnings} warnings; {json.dumps(after)}")
        facts = sum(first.facts.values())
        print(f"  {facts} facts {dict(first.facts)}: {100 * facts / max(1, human):.1f} per 100 human messages")
        print(f"  peak memory {memory_mb():.0f} MB")
        again = [capture(store, [folder], Options()).seconds for _ in range(times - 1)]
        grown = {name: count - after[name] for name, count in contents(store).items() if count != after[name]}
        print(
            f"captured {times} times: {'nothing grew' if not grown else f'GREW: {grown}'}; {max(again):.2f} s at most"
        )


def _human(store: Store) -> int:
    return sum(
        turn.role is Role.USER for session in store.sessions.select() for turn in store.sessions.turns(session.id)
    )


def _speed(summary: CaptureSummary) -> str:
    return f"{summary.bytes / MB / summary.seconds:.1f} MB/s, {summary.turns_a_second:,.0f} messages a second"


def rollout() -> Iterator[str]:
    """Lines of a Codex rollout without end."""
    yield json.dumps({"timestamp": "2026-01-01T00:00:00Z", "type": "session_meta", "payload": {"id": "large"}}) + "\n"
    number = 0
    while True:
        number += 1
        payload = {"type": "user_message", "message": f"{number} {TEXT}"}
        yield (
            json.dumps({"timestamp": f"2026-01-01T00:00:00.{number}Z", "type": "event_msg", "payload": payload}) + "\n"
        )
        result = {"type": "function_call_output", "call_id": f"c{number}", "output": TEXT * 8}
        yield json.dumps({"timestamp": "2026-01-01T00:00:00Z", "type": "response_item", "payload": result}) + "\n"


def history() -> Iterator[str]:
    """A SpecStory history without end."""
    yield "<!-- Generated by SpecStory -->\n\n<!-- cursor Session large (2026-01-01 00:00Z) -->\n\n"
    number = 0
    while True:
        number += 1
        time_of_day = f"{number // 3600 % 24:02}:{number // 60 % 60:02}:{number % 60:02}"
        yield f"_**User (2026-01-01 {time_of_day}Z)**_\n\n{number} {TEXT}\n\n---\n\n"


def chats() -> Iterator[str]:
    """aider's chats without end."""
    yield "# aider chat started at 2026-01-01 00:00:00\n\n"
    while True:
        yield f"#### {TEXT}  \n\n{TEXT}\n\n> Tokens: 1 sent.  \n"


def exported() -> Iterator[str]:
    """A ChatGPT export without end: its array is never closed."""
    number = 0
    yield "["
    while True:
        number += 1
        nodes = {
            f"n{place}": {
                "message": {"id": f"{number}-{place}", "author": {"role": "user"}, "content": {"parts": [TEXT]}},
                "parent": f"n{place - 1}",
            }
            for place in range(20)
        }
        talk = {"title": "t", "conversation_id": f"c{number}", "current_node": "n19", "mapping": nodes}
        yield ("," if number > 1 else "") + json.dumps(talk)


FORMS: dict[str, Callable[[], Iterator[str]]] = {
    "codex": rollout, "specstory": history, "aider": chats, "chatgpt": exported,
}  # fmt: skip


def large(megabytes: int) -> None:
    """One made file of each form, read in a process of its own."""
    print(f"\none file of {megabytes} MB")
    for name, pieces in FORMS.items():
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "large"
            written = 0
            with file.open("w", encoding="utf-8") as out:
                for piece in pieces():
                    written += out.write(piece)
                    if written >= megabytes * MB:
                        break
            done = subprocess.run([sys.executable, __file__, "--read", str(file)], capture_output=True, check=True)
            print(f"  {name:<12}{done.stdout.decode().strip()}")


def read_one(file: Path) -> None:
    """Read one file and say how it went; for a process of its own."""
    reader = reader_for(Transcript(file).head())
    assert reader is not None
    started, before = time.perf_counter(), memory_mb()
    turns = sum(isinstance(record, RawTurn) for record in reader.read(Transcript(file)))
    seconds = time.perf_counter() - started
    speed = file.stat().st_size / MB / seconds
    print(
        f"{reader.name}: {turns:,} messages, {speed:.0f} MB/s, peak {memory_mb():.0f} MB ({before:.0f} before reading)"
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", nargs="?", type=Path, default=SHARED if SHARED.is_dir() else BUNDLED)
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--large", type=int, default=200)
    parser.add_argument("--read", type=Path)
    chosen = parser.parse_args()
    if chosen.read:
        read_one(chosen.read)
        return
    machine = f"{platform.machine()}, {os.cpu_count()} cores, {platform.system()} {platform.release()}"
    print(f"{machine}, Python {platform.python_version()}")
    read_alone(chosen.folder)
    capture_times(chosen.folder, chosen.times)
    if chosen.large:
        large(chosen.large)


if __name__ == "__main__":
    main()
