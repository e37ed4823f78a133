"""How much of what extraction keeps was worth keeping, by people who judged single sentences as facts.

    python tests/bench/bench_worth.py

Reads `tests/data/extraction/sentences-1.jsonl`, from which no weights have learned. Sentences that nobody judged do not
count. The labels are of sentences that an earlier head kept or nearly kept, so a share says how well the present one
chooses among these; it says nothing about what all of them missed.
"""

import json
import sys
import tempfile
from collections import Counter
from pathlib import Path

from lore.capture.extraction import Message, SentenceReader, extract
from lore.embedding.sentence_network import bundled_sentence_network
from lore.model import Clean, Role

LABELS = Path(__file__).parents[1] / "data" / "extraction" / "sentences-1.jsonl"
WORTH = ("strong", "weak")


def main() -> None:
    kept: dict[str, Counter[str]] = {role: Counter() for role in ("user", "assistant")}
    there: dict[str, Counter[str]] = {role: Counter() for role in kept}
    with tempfile.TemporaryDirectory() as folder:
        reader = SentenceReader(bundled_sentence_network(Path(folder)))
        for line in LABELS.read_text(encoding="utf-8").splitlines():
            message = json.loads(line)
            judged = {one["quote"]: one["class"] for one in message["sentences"]}
            there[message["role"]].update(judged.values())
            role = Role.USER if message["role"] == "user" else Role.ASSISTANT
            facts = extract(Message(role, Clean(message["text"]), Clean(message["before"])), reader)
            quotes = [fact.quote for fact in facts]
            kept[message["role"]].update(
                given for quote, given in judged.items() if any(quote in one or one in quote for one in quotes)
            )
    for name_of_role, found in kept.items():
        total, worth = sum(found.values()), sum(found[name] for name in WORTH)
        all_worth = sum(there[name_of_role][name] for name in WORTH)
        sys.stdout.write(f"{name_of_role}: {total} kept, {worth / max(1, total):.2f} of them worth it; ")
        sys.stdout.write(f"{worth / max(1, all_worth):.2f} of what was worth it is kept; ")
        sys.stdout.write(", ".join(f"{name} {count}" for name, count in found.most_common()) + "\n")


if __name__ == "__main__":
    main()
