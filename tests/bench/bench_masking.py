"""What masking costs: milliseconds per kB of JSON lines of real transcripts, and of prose.

`PYTHONPATH=tests python tests/bench/bench_masking.py FOLDER…` reads every `.jsonl` and `.md` below the folders; without
any, the transcripts of the demo and the pages of this repository.
"""

import statistics
import sys
import time
from pathlib import Path

from lore.intake.secrets import mask

PIECE = 8_000
"""Characters of a text that is read at once; a line of a transcript is not cut."""
MOST = 400_000
"""Characters of each kind."""
RUNS = 5


def texts(folders: list[Path], suffix: str) -> list[str]:
    """Lines of transcripts, or pages in pieces; of each file a part, so that many files are in it."""
    files = sorted(file for folder in folders for file in folder.rglob(f"*{suffix}"))
    kept: list[str] = []
    for file in files:
        text = file.read_text("utf-8", "replace")
        pieces = (
            text.split("\n") if suffix == ".jsonl" else [text[at : at + PIECE] for at in range(0, len(text), PIECE)]
        )
        budget = MOST // len(files)
        for piece in pieces:
            if budget > 0 and piece and len(piece) < 200_000:
                kept.append(piece)
                budget -= len(piece)
    return kept


def cost(pieces: list[str]) -> float:
    """Median over some runs of the milliseconds per kB."""
    size = sum(map(len, pieces)) / 1024
    runs = []
    for _ in range(RUNS):
        start = time.process_time()
        for piece in pieces:
            mask(piece, b"key of the benchmark")
        runs.append((time.process_time() - start) * 1000 / size)
    return statistics.median(runs)


if __name__ == "__main__":
    here = Path(__file__).parents[2]
    folders = [Path(name) for name in sys.argv[1:]] or [here / "core" / "lore" / "demo", here / "docs"]
    for name, suffix in (("JSON lines", ".jsonl"), ("prose", ".md")):
        pieces = texts(folders, suffix)
        if not pieces:
            sys.exit(f"no `{suffix}` with a text below {', '.join(map(str, folders))}")
        sys.stdout.write(
            f"{name}: {cost(pieces):.2f} ms/kB of {sum(map(len, pieces)) // 1024} kB in {len(pieces)} texts\n"
        )
