"""How many false notes of a model are worded, and how many honest ones: the check of `lore.distill.wording`.

    PYTHONPATH=tests python tests/bench/false_notes.py [REPO …] [--show]

Makes false notes (inverted, swapped, recombined, with an injected tail, a foreign name or verb, without a bound, of
what was asked or denied, a one-off as a rule) from the recorded answers of `../shared/data/told_once/distilled2` and
from the prompts themselves, and prints how many wordings pass the check. None should; the sentence itself may always be
given. Of the honest notes as many as possible should. The words and the bounds were chosen on agentv; the other two
repositories are left out.
"""

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from lore.capture import typed_text
from lore.distill.answers import note_of
from lore.distill.notes import Said, fault_of_note, written_with
from lore.language import whole_sentences
from lore.model import Clean, Role, Turn
from lore.text import one_line
from support.false_notes import Case, false_notes, fault_of_false

DATA = Path(__file__).parents[3] / "shared" / "data" / "told_once"
REPOS = ("agentv", "packmind", "pi-mono")


def prompts_of(repo: str) -> dict[tuple[str, str], str]:
    """The prompts of a repository, by session and id."""
    rows = map(json.loads, (DATA / repo / "order.jsonl").read_text().splitlines())
    return {(row["session"], prompt["id"]): prompt["text"] for row in rows for prompt in row["prompts"]}


def honest(repo: str) -> Iterator[tuple[Case, str | None]]:
    """The recorded notes of a repository, each with why its wording does not count."""
    prompts = prompts_of(repo)
    for row in map(json.loads, (DATA / "distilled2" / f"{repo}.jsonl").read_text().splitlines()):
        for raw in row["notes"]:
            message, note = prompts[row["session"], raw["source_id"]], note_of(raw)
            start = message.find(raw["quote"])
            text = one_line(whole_sentences(message, start, start + len(raw["quote"])))
            said = Said(Turn("s", "m", Role.USER, Clean(message)), raw["quote"], text, text)
            yield Case(repo, written_with(said), text, note.text), fault_of_note(note, said, {repo})


def typed(repo: str) -> Iterator[Case]:
    """Sentences of the prompts of a repository, noted as they stand."""
    for message in prompts_of(repo).values():
        for sentence in re.split(r"(?<=[.!?])\s+|\n+", typed_text(message))[:3]:
            sentence = sentence.strip()
            if 4 <= len(sentence.split()) <= 40 and len(message) < 1_500:
                start = message.find(sentence)
                said = one_line(whole_sentences(message, start, start + len(sentence)))
                yield Case(repo, typed_text(message), said, one_line(sentence), is_note=False)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repos", nargs="*", default=REPOS)
    parser.add_argument(
        "--show", action="store_true", help="print the false notes that are worded, and why honest are not"
    )
    options = parser.parse_args()
    for repo in options.repos:
        notes = list(honest(repo))
        worded = sum(fault is None for _, fault in notes)
        made, passed = Counter[str](), Counter[str]()
        for false in false_notes([case for case, _ in notes] + list(typed(repo)), Random(7)):
            made[false.how] += 1
            if fault_of_false(false) is None:
                passed[false.how] += 1
                if options.show:
                    print(f"  {false.how}: {false.text!r} of {false.case.said!r}")
        print(f"{repo}: {worded} of {len(notes)} honest notes worded ({worded / len(notes):.2f})")
        print(f"  false notes: {sum(passed.values())} of {sum(made.values())} worded", dict(passed), dict(made))
        reasons = Counter(re.sub("`.*?`", "…", fault) for _, fault in notes if fault)
        print("  honest, not worded:", dict(reasons.most_common()))
        if options.show:
            for case, fault in notes:
                print(f"  {fault or 'worded'}: {case.text!r} of {case.said!r}")


if __name__ == "__main__":
    main()
