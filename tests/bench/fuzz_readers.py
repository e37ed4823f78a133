"""Feeds every reader what no agent ever wrote, guided by coverage. Needs `pip install atheris`.

    python tests/bench/fuzz_readers.py [READER …] [--seconds 60]

Each reader runs in a process of its own, on the bundled transcripts as seeds. Half of the inputs are bytes as the
fuzzer makes them, half are the objects of seeds with values exchanged. A reader must end within seconds, name only
sessions it has opened, and yield nothing but records. Prints executions, or the input that failed.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

TRANSCRIPTS = Path(__file__).parents[1] / "data" / "transcripts"
SEED_BYTES, SEEDS = 6_000, 40
TIMEOUT_S = 5
VALUES: list[Any] = [
    None, True, -1, 0, 1e308, float("nan"), "", "x", "<", "\ud800", "\u202e", "9" * 400, "2026-01-01T00:00:00Z", [], {},
    [[]], [None, 1, "x", {}], {"type": 1}, {"text": None}, "user", "assistant", "text", "_**User**_", "```", "@", "\0",
]  # fmt: skip
DOCUMENTS: list[Any] = [
    {"info": {"id": "s", "directory": "/w", "time": {"created": 1}}, "messages": [
        {"info": {"id": "m", "role": "user", "time": {"created": 1}}, "parts": [{"type": "text", "text": "hello"}]},
        {"info": {"id": "n", "role": "assistant", "error": {"name": "e", "data": {"message": "m"}}}, "parts": [
            {"type": "tool", "callID": "c", "tool": "bash", "state": {"status": "error", "input": {}, "error": "x"}}]},
    ]},
    [{"title": "t", "conversation_id": "c", "create_time": 1.5, "current_node": "b", "mapping": {
        "a": {"message": None, "parent": None},
        "b": {"parent": "a", "message": {"id": "m", "author": {"role": "user"}, "create_time": 2, "recipient": "all",
              "content": {"content_type": "text", "parts": ["hi", {"a": 1}]}, "metadata": {}}}}}],
    [{"uuid": "u", "name": "n", "created_at": "2025-01-01T00:00:00Z", "chat_messages": [
        {"uuid": "m", "sender": "human", "text": "hi", "content": [{"type": "text", "text": "hi"}]},
        {"uuid": "k", "sender": "assistant", "content": [{"type": "tool_use", "id": "c", "name": "t", "input": {}},
         {"type": "tool_result", "tool_use_id": "c", "is_error": True, "content": [{"text": "e"}]}]}]}],
]  # fmt: skip


def seeds() -> list[bytes]:
    """Beginnings of real files, and small documents of the formats of which there is none."""
    files = sorted(file for file in TRANSCRIPTS.rglob("*") if file.is_file() and file.name != "NOTICE.md")
    return [file.read_bytes()[:SEED_BYTES] for file in files] + [json.dumps(one).encode() for one in DOCUMENTS]


def objects(data: bytes) -> list[Any]:
    """The values a seed holds, as lines or as a whole."""
    found = []
    for line in data.splitlines()[:SEEDS]:
        try:
            found.append(json.loads(line))
        except ValueError:
            continue
    return found


class Changed:
    """Exchanges values of a seed as the fuzzer's bytes say."""

    def __init__(self, provider: Any) -> None:
        self._provider = provider

    def value(self, value: Any, depth: int = 0) -> Any:
        choice = self._provider.ConsumeIntInRange(0, 11)
        if choice == 0:
            return VALUES[self._provider.ConsumeIntInRange(0, len(VALUES) - 1)]
        if choice == 1:
            return self._provider.ConsumeUnicode(30)
        if isinstance(value, dict) and depth < 6:
            return {name: self.value(part, depth + 1) for name, part in value.items()}
        if isinstance(value, list) and depth < 6:
            return [self.value(part, depth + 1) for part in value[:6]]
        return value


def fuzz(name: str, arguments: list[str]) -> None:
    """Run one reader until the time is over; never returns."""
    import atheris

    with atheris.instrument_imports(include=["lore.capture.readers"]):
        from lore.capture.readers import RawEvent, RawSession, RawTurn, Record, Transcript, reader_named

    reader = reader_named(name)
    whole = [found for seed in seeds() if (found := objects(seed))]
    file = Path(tempfile.mkdtemp(prefix="fuzz-")) / "input"

    def made(data: bytes) -> bytes:
        provider = atheris.FuzzedDataProvider(data)
        if provider.ConsumeBool():
            return bytes(provider.ConsumeBytes(provider.remaining_bytes()))
        chosen = whole[provider.ConsumeIntInRange(0, len(whole) - 1)]
        changed = Changed(provider)
        return "\n".join(json.dumps(changed.value(one)) for one in chosen[:12]).encode("utf-8", "surrogatepass") + b"\n"

    def once(data: bytes) -> None:
        file.write_bytes(made(data))
        transcript = Transcript(file)
        reader.recognises(transcript.head())
        opened: set[str] = set()
        for record in reader.read(transcript):
            assert isinstance(record, Record), record
            if isinstance(record, RawSession):
                assert isinstance(record.id, str) and record.id, record
                opened.add(record.id)
            elif isinstance(record, RawTurn | RawEvent):
                assert record.session in opened, record
                assert isinstance(record.source_id, str), record

    atheris.Setup([sys.argv[0], *arguments], once)
    atheris.Fuzz()


def main() -> None:
    from lore.capture.readers import READERS

    parser = argparse.ArgumentParser()
    parser.add_argument("readers", nargs="*", default=[reader.name for reader in READERS])
    parser.add_argument("--seconds", type=int, default=60)
    chosen = parser.parse_args()
    failed = False
    for name in chosen.readers:
        with tempfile.TemporaryDirectory() as corpus:
            for number, seed in enumerate(seeds()):
                Path(corpus, f"seed-{number}").write_bytes(seed + b"\x01")
            artifacts = f"{tempfile.gettempdir()}/fuzz-{name}-"
            limits = [f"-max_total_time={chosen.seconds}", f"-timeout={TIMEOUT_S}", "-max_len=20000"]
            told = ["-verbosity=0", "-print_final_stats=1", f"-artifact_prefix={artifacts}"]
            command = [sys.executable, __file__, "--one", name, *limits, *told, corpus]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        executed = next((line.split()[-1] for line in done.stderr.splitlines() if "executed_units" in line), "?")
        print(f"{name:<13}{executed:>9} executions  {'FAILED' if done.returncode else 'nothing found'}", flush=True)
        if done.returncode:
            failed = True
            print(done.stdout, "\n".join(done.stderr.splitlines()[-12:]), sep="\n")
    sys.exit(failed)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        fuzz(sys.argv[2], sys.argv[3:])
    else:
        main()
