"""Lists the words that code and its documentation are made of: none of them is a password by itself.

`PYTHONPATH=tests python tests/bench/common_words.py > core/lore/intake/common_words.txt`, of the packages installed.
"""

import sys
import sysconfig
from pathlib import Path

from value_weights import words_of

SHORTEST, MOST = 4, 4000

if __name__ == "__main__":
    _, plain = words_of([Path(sysconfig.get_path(name)) for name in ("stdlib", "purelib")])
    words = [word for word, _ in plain.most_common() if len(word) >= SHORTEST][:MOST]
    sys.stdout.write("# Made by tests/bench/common_words.py\n")
    for at in range(0, len(words), 12):
        sys.stdout.write(" ".join(sorted(words)[at : at + 12]) + "\n")
