"""Makes `core/lore/intake/letter_pairs.txt`: how surprising each pair of letters is in names and prose.

`python tests/bench/letter_pairs.py > core/lore/intake/letter_pairs.txt`. The text is the source of Python's standard
library: its identifiers and its documentation. Of a pair "ab" it counts how often "b" follows "a" and takes
-2 log2((count + 1) / (all + 26)), at most 35, as one digit in base 36.
"""

import math
import re
import sys
import sysconfig
from collections import Counter
from pathlib import Path
from string import ascii_lowercase, digits


def main() -> None:
    words: Counter[str] = Counter()
    for file in sorted(Path(sysconfig.get_path("stdlib")).glob("*.py")):
        words.update(re.findall("[a-z]{2,24}", re.sub("([a-z])([A-Z])", r"\1 \2", file.read_text("utf-8")).lower()))
    pairs: Counter[str] = Counter()
    for word, count in words.items():
        for at in range(len(word) - 1):
            pairs[word[at : at + 2]] += 1 + int(math.log2(count))
    print(f"# Made by tests/bench/letter_pairs.py from the standard library of Python {sys.version_info.major}.x")
    for first in ascii_lowercase:
        row = [pairs[first + second] for second in ascii_lowercase]
        bits = (min(35, round(-2 * math.log2((count + 1) / (sum(row) + 26)))) for count in row)
        print("".join((digits + ascii_lowercase)[value] for value in bits))


if __name__ == "__main__":
    main()
