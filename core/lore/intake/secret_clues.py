"""What stands around a value that could be a secret, as numbers: its form, its sentence, its line."""

from zlib import crc32

from lore.intake.secret_rows import Row
from lore.intake.secret_scores import likeness
from lore.intake.secret_values import is_made_up, is_random

BUCKETS = 16384
_MANY = 9


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
    if value and form in "wWUchsn":
        small = value.lower()
        names += [f"v{small[:12]}", f"V{small[-3:]}", f"W{small[-2:]}", f"X{form}{small[-2:]}{gap}"]
    if value and form in "xm":
        marks = "".join(sorted({letter for letter in value if not letter.isalnum()}))[:4]
        ends = ["" if letter.isalnum() else letter for letter in (value[0], value[-1])]
        names += [f"y{marks}", f"Y{ends[0]}{ends[1]}"]
    names += [f"{number}{word}" for number, word in enumerate(left, 1)]
    names += [f"5{left[1]} {left[0]}", f"6{form}{left[0]}{gap}"]
    names += [f"7{right[0]}{tail}", f"8{right[1]}", f"9{form}{right[0]}", f"0{left[0]} {right[0]}"]
    if before >= 0 and at - before <= 4:
        path = " ".join(norms[place] + atoms[place].gap[-3:] for place in range(before + 1, at))
        names += [f"p{promise}{path}{gap}", f"q{form}{promise}{path}", f"r{path}"]
    low, high = max(0, at - 8), min(len(norms), last + 8)
    names += [f"<{norms[place]}" for place in range(low, at)] + [f">{norms[place]}" for place in range(last + 1, high)]
    names += _of_line(row, at, last, form)
    if value and form not in "dw":
        made = f"{int(is_made_up(value))}{int(is_random(value, 16))}"
        names += [f"m{form}{made}", f"n{made}{promise}{gap}", f"o{made}{likely}"]
    if head := row.head(at):
        names += [f"h{head}", f"H{head}{form}", f"h{head}{likely}"]
    return sorted({crc32(name.encode()) % BUCKETS for name in names})


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
