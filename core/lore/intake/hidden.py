"""Which characters hide from a reader or act on a terminal, and where a language or an emoji needs one all the same.

Everything follows from the Unicode data that Python has: `str.isprintable` and the general category. What those two
take for a letter or a mark although nothing of it is drawn stands in `_BLANK_LETTERS`.
"""

import re
import unicodedata
from functools import cache

_BLANK_LETTERS = (
    "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0\ufe00-\ufe0f\U00013430-\U0001345f\U0001d159"
    "\U000e0100-\U000e01ef"
)
"""Default_Ignorable_Code_Point of categories L and M (it never shrinks), the blank notehead, and the block of Egyptian
format controls, half of which older Unicode data does not know yet."""
_BLANK = re.compile(f"[{_BLANK_LETTERS}]")

_KEYCAP = "\u20e3"
_BLACK_FLAG = "\U0001f3f4"
_TAGS = re.compile("[\U000e0020-\U000e007f]+")
_FLAG_TAGS = re.compile("[\U000e0030-\U000e0039\U000e0061-\U000e007a]{2,6}\U000e007f")
_PLAIN_EMOJI = frozenset("\u203c\u2049\u2139\u3030\u303d")
"""Emoji that Unicode does not count among the symbols."""

# fmt: off
JOINING_SCRIPTS = frozenset((
    "ADLAM", "AHOM", "ARABIC", "BALINESE", "BATAK", "BENGALI", "BHAIKSUKI", "BRAHMI", "BUGINESE", "CHAKMA",
    "CHAM", "CHORASMIAN", "DEVANAGARI", "DIVES", "DOGRA", "GRANTHA", "GUJARATI", "GUNJALA", "GURMUKHI", "HANIFI",
    "HANUNOO", "JAVANESE", "KAITHI", "KANNADA", "KAWI", "KAYAH", "KHAROSHTHI", "KHMER", "KHOJKI", "KHUDAWADI",
    "LAO", "LEPCHA", "LIMBU", "MALAYALAM", "MANDAIC", "MANICHAEAN", "MASARAM", "MEETEI", "MODI", "MONGOLIAN",
    "MYANMAR", "NANDINAGARI", "NEW", "NEWA", "NKO", "ORIYA", "PHAGS-PA", "PSALTER", "REJANG", "SAMARITAN",
    "SAURASHTRA", "SHARADA", "SIDDHAM", "SINHALA", "SOGDIAN", "SOYOMBO", "SUNDANESE", "SYLOTI", "SYRIAC",
    "TAGALOG", "TAI", "TAKRI", "TAMIL", "TELUGU", "THAANA", "THAI", "TIBETAN", "TIFINAGH", "TIRHUTA", "VEDIC",
    "ZANABAZAR",
))
# fmt: on
"""First words of the names of characters whose spelling needs joiners: cursive scripts, and those with a virama."""


def shows_all(text: str) -> bool:
    """Whether a reader sees every character of a text; line feeds and tabs count as seen. One scan in C."""
    flat = text.replace("\n", " ").replace("\t", " ")
    return flat.isprintable() and (flat.isascii() or not _BLANK.search(flat))


def suspects(text: str) -> str:
    """The distinct characters of a text that `replacement` has to be asked about."""
    return "".join(character for character in set(text) if is_suspect(character))


@cache
def is_suspect(character: str) -> bool:
    """Whether a character is one that may stand only where something needs it. Spaces of any width are none."""
    if _BLANK.match(character):
        return True
    match unicodedata.category(character):
        case "Cc":
            return character not in "\n\t"
        case "Cf" | "Cs" | "Zl" | "Zp":
            return True
        case "Cn":
            return not _may_be_drawn(ord(character))
        case _:
            # Private characters (Co) stay: terminals draw them as icons or as a box, so nothing hides behind one.
            return False


def _may_be_drawn(code: int) -> bool:
    """Whether newer Unicode data draws this one: where emoji and ideographs are added every year."""
    noncharacter = code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF
    return not noncharacter and (0x1F000 <= code <= 0x1FAFF or 0x20000 <= code <= 0x3FFFF)


def replacement(text: str, start: int) -> tuple[int, str]:
    """Where what begins with the suspect at `start` ends, and what stands there instead: itself where it is needed."""
    character = text[start]
    end = start + 1
    before = text[start - 1] if start else ""
    after = text[end : end + 1]
    if character in "\r\x0b\x0c\x85\u2028\u2029":
        return (end + 1, "\n") if character == "\r" and after == "\n" else (end, "\n")
    if character in "\u200c\u200d":
        return end, character if _joins(character, before, after, text[max(0, start - 2) : start]) else ""
    if match := _TAGS.match(text, start):
        flag = before == _BLACK_FLAG and _FLAG_TAGS.fullmatch(match.group())
        return match.end(), match.group() if flag else ""
    if unicodedata.category(character) == "Cs":
        return end, "\ufffd"
    return end, character if _selects(before, character, after) or _signs(character, after) else ""


def _joins(joiner: str, before: str, after: str, last_two: str) -> bool:
    """Whether a joiner belongs to the spelling of a script that needs it, or stands between two emoji."""
    if _needs_joiners(before):
        return True
    if joiner == "\u200c" and before.isalnum() and _needs_joiners(after):
        return True  # the Persian plural of a word or number in Latin letters: `API` + ZWNJ + two letters
    emoji_before = last_two[:1] if before == "\ufe0f" else before
    return _is_emoji(emoji_before) and _is_emoji(after)


def _needs_joiners(character: str) -> bool:
    if not character or unicodedata.category(character)[0] not in "LM":
        return False
    return unicodedata.name(character, "").partition(" ")[0] in JOINING_SCRIPTS


def _is_emoji(character: str) -> bool:
    if not character or character.isascii():
        return False
    if "\U0001f3fb" <= character <= "\U0001f3ff" or character in _PLAIN_EMOJI:
        return True
    # Arrows are symbols of mathematics to Unicode, and emoji that are newer than this Python are not assigned.
    category = unicodedata.category(character)
    return category in ("So", "Sm") or (category == "Cn" and _may_be_drawn(ord(character)))


def _selects(before: str, selector: str, after: str) -> bool:
    """Whether a selector chooses a form of the character before it: emoji, keycap, ideograph, Mongolian letter."""
    if "\u180b" <= selector <= "\u180f":
        return before != "" and unicodedata.name(before, "").startswith("MONGOLIAN LETTER")
    if selector in "\ufe0e\ufe0f":
        return _is_emoji(before) or (before != "" and before in "0123456789#*" and after == _KEYCAP)
    if "\ufe00" <= selector <= "\ufe0d":
        return _is_ideograph(before) or (selector == "\ufe00" and _is_emoji(before))
    return "\U000e0100" <= selector <= "\U000e01ef" and _is_ideograph(before)


def _is_ideograph(character: str) -> bool:
    return character != "" and unicodedata.name(character, "").startswith("CJK ")


def _signs(sign: str, after: str) -> bool:
    """Whether an Arabic or Indic sign that is drawn round what follows has something of its script to enclose."""
    if unicodedata.category(sign) != "Cf" or not unicodedata.name(sign, "").startswith(_SIGNS):
        return False
    return after != "" and not after.isascii() and unicodedata.category(after) in ("Nd", "Lo")


_SIGNS = ("ARABIC NUMBER", "ARABIC SIGN", "ARABIC FOOTNOTE", "ARABIC END", "ARABIC POUND", "ARABIC PIASTRE",
          "ARABIC DISPUTED", "SYRIAC ABBREVIATION", "KAITHI NUMBER")  # fmt: skip
