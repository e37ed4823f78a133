"""What stands around a value that could be a secret, as numbers: its form, its sentence, its line."""

import re
from functools import lru_cache
from pathlib import Path
from zlib import crc32

from lore.intake.secret_rows import Row
from lore.intake.secret_values import is_made_up, is_random, is_set_apart, likeness

BUCKETS = 65536
_MANY = 9
_SIGN = re.compile(r"[=:]|[\"'`]\Z|\n")
"""What gives a value to the name right before it, and whether it is quoted."""
_OVER = re.compile(r"[.!;](?=\s)|\n[ \t]*\n")
"""The end of a sentence or a paragraph."""
_PARTS = re.compile(r"[a-z]{4,}")


@lru_cache(maxsize=1)
def _common_words() -> frozenset[str]:
    lines = Path(__file__).with_name("common_words.txt").read_text("ascii").splitlines()[1:]
    return frozenset(" ".join(lines).split())


def rarity(value: str) -> int:
    """0 where every word in it is common in code and its documentation, 2 where none is."""
    words = _PARTS.findall(value.lower())
    common = sum(word in _common_words() for word in words)
    return 0 if common == len(words) else 1 if common else 2


def clues_of(row: Row, at: int, last: int, form: str, before: int, behind: int) -> list[int]:
    """The buckets of what is known of a candidate: the words from `at` to `last`."""
    atoms, norms = row.atoms, row.norms
    value = atoms[at].text if at == last else ""
    gap = atoms[at].gap[-5:]
    after = atoms[last + 1] if last + 1 < len(atoms) else None
    tail = after.gap[:5] if after else row.text[atoms[last].end : atoms[last].end + 1] or "$"
    if "\n" in tail:
        tail = tail[: tail.index("\n") + 1]
    promise = atoms[before].promise if before >= 0 else ""
    later = atoms[behind].promise if behind >= 0 else ""
    near = at - before if before >= 0 else _MANY
    far = behind - last if behind >= 0 else _MANY
    near, far = min(near, 7), min(far, 5)
    left = [norms[place] if place >= 0 else "^" for place in range(at - 1, at - 5, -1)]
    right = [norms[place] if place < len(norms) else "$" for place in range(last + 1, last + 4)]
    likely = max(-6, min(9, int(likeness(value) // 1))) if value and form in "nxmhsceu" else 0
    size = min(len(value), 40) // 3 if value else 0
    names = [f"f{form}", f"l{form}{likely}", f"z{form}{size}", f"F{form}{gap}", f"T{form}{tail}", f"g{gap}", f"t{tail}"]
    names += [f"b{promise}{near}", f"B{form}{promise}{near}", f"a{later}{far}", f"A{form}{later}{far}"]
    names += [f"P{form}{promise}{gap}{near}", f"Q{promise}{gap}", f"R{promise}{likely}", f"S{form}{tail}{right[0]}"]
    names += [f"{number}{word}" for number, word in enumerate(left, 1)]
    names += [f"5{left[1]} {left[0]}", f"6{form}{left[0]}{gap}"]
    names += [f"7{right[0]}{tail}", f"8{right[1]}", f"9{form}{right[0]}", f"0{left[0]} {right[0]}"]
    if before >= 0 and at - before <= 4:
        path = " ".join(norms[place] + atoms[place].gap[-3:] for place in range(before + 1, at))
        names += [f"p{promise}{path}{gap}", f"q{form}{promise}{path}", f"r{path}"]
    if before >= 0:
        between = row.text[atoms[before].end : atoms[at].start]
        sign = "".join(_SIGN.findall(atoms[at].gap))[:2] if near == 1 else "-"
        names += [f"${sign}{promise}{form}", f"!{sign}{promise}{likely}", f"%{sign}{promise}{form}{size}"]
        bound = f"{int(row.is_of_another(at, before))}{int(bool(_OVER.search(between)))}"
        names += [f"d{bound}{form}", f"s{bound}{promise}", f"x{bound}{promise}{form}{near}", f"c{bound}{gap}"]
    low, high = max(0, at - 8), min(len(norms), last + 8)
    names += [f"<{norms[place]}" for place in range(low, at)] + [f">{norms[place]}" for place in range(last + 1, high)]
    if value:
        names += _of_value(value, form, promise, gap, tail, left[0])
    names += _of_line(row, at, last, form)
    if value and form not in "dw":
        made = f"{int(is_made_up(value) or is_set_apart(value))}{int(is_random(value, 16))}"
        names += [f"m{form}{made}", f"n{made}{promise}{gap}", f"o{made}{likely}"]
    if (head := row.head(at)) and head[-1] != "-":
        return sorted({crc32(name.encode()) % BUCKETS for name in _of_cell(row, at, form, head, likely)})
    if head:
        names += [f"h{head}", f"H{head}{form}", f"h{head}{likely}"]
    return sorted({crc32(name.encode()) % BUCKETS for name in names})


def _of_value(value: str, form: str, promise: str, gap: str, tail: str, link: str) -> list[str]:
    """What the value is by itself, with what stands right before and behind it."""
    names: list[str] = []
    if form in "wWUchsn":
        small = value.lower()
        names += [f"v{small[:12]}", f"V{small[-3:]}", f"W{small[-2:]}", f"X{form}{small[-2:]}{gap}"]
    if form in "xm":
        marks = "".join(sorted({letter for letter in value if not letter.isalnum()}))[:4]
        ends = ["" if letter.isalnum() else letter for letter in (value[0], value[-1])]
        names += [f"y{marks}", f"Y{ends[0]}{ends[1]}"]
    if form in "wWUhns":
        rare = rarity(value)
        names += [f"u{form}{rare}", f"i{promise}{rare}", f"j{rare}{link}", f"e{rare}{gap}"]
        names.append(f"k{form}{promise}{rare}{tail}")
    return names


def _of_cell(row: Row, at: int, form: str, head: str, likely: int) -> list[str]:
    """What is known of a cell below a head that promises a secret: what else its line says is of no matter."""
    value, (line, column, count) = row.atoms[at].text, row.columns[at]
    alone = sum(
        row.columns[place] == (line, column, count) for place in range(max(0, at - 3), at + 4) if place < len(row.atoms)
    )
    rare, size, small = rarity(value), min(len(value), 30) // 3, value.lower()
    mark = (row.atoms[at].gap.strip() or " ")[:1]
    names = [
        f"C{head}{form}{alone > 1}",
        f"C1{form}{likely}",
        f"C2{form}{size}",
        f"C3{head}{alone}{rare}",
        f"C4{form}{rare}",
    ]
    names += [
        f"C5{small[:14]}",
        f"C6{small[-3:]}",
        f"C7{mark}{form}",
        f"C8{min(count, 6)}{mark}",
        f"C9{head}{likely}",
        "C",
    ]
    return [*names, f"C0{form}{alone}"]


def _of_line(row: Row, at: int, last: int, form: str) -> list[str]:
    """How the line of a candidate is built, and what the line before it asks."""
    atoms, norms = row.atoms, row.norms
    begin = at
    while begin > 0 and "\n" not in atoms[begin].gap:
        begin -= 1
    end = last
    while end + 1 < len(atoms) and "\n" not in atoms[end + 1].gap:
        end += 1
    begins = "\n" in atoms[begin].gap or begin == 0
    alone = f"{min(at - begin, 3)}{min(end - last, 2)}"
    names = [f"L{form}{alone}", f"M{norms[begin]}{begins}", f"N{atoms[begin].gap[-3:]}"]
    if at - begin <= 3 and begin > 0:
        asked = next((atom.promise for atom in reversed(atoms[max(0, begin - 7) : begin]) if atom.promise), "")
        mark = atoms[begin].gap.strip(" \t")[:1]
        names += [f"J{form}{asked}{alone}{mark}", f"K{asked}{mark}", f"I{form}{norms[begin - 1]}{mark}"]
    line = row.text[atoms[begin].start : atoms[end].end + 2]
    if "?" in line:
        names.append(f"D{form}")
    names.append(f"E{form}{min(end - begin, 12) // 2}")
    names += [f"G{sign}" for sign in ("{", "(", "=", "|", "$", "://", ";") if sign in line]
    return names
