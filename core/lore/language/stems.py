"""The stem of an English word, with the standard library alone: the algorithm English of Snowball (Porter 2).

Source: M. F. Porter, "The English (Porter2) stemming algorithm", snowballstem.org/algorithms/english/stemmer.html, in
the release that Tantivy brings along: the word index and a hook must find the same words; `tests/language` compares
both.
"""

_VOWELS = frozenset("aeiouy")
_DOUBLES = frozenset(("bb", "dd", "ff", "gg", "mm", "nn", "pp", "rr", "tt"))
_BEFORE_LI = frozenset("cdeghkmnrt")
_WHOLE = {
    "skis": "ski", "skies": "sky", "idly": "idl", "gently": "gentl",
    "ugly": "ugli", "early": "earli", "only": "onli", "singly": "singl", "sky": "sky", "news": "news", "howe": "howe",
    "atlas": "atlas", "cosmos": "cosmos", "bias": "bias", "andes": "andes",
}  # fmt: skip
"""Words with stems of their own."""
_STAY = frozenset(("inning", "outing", "canning", "herring", "earring", "evening"))
"""Words that stay as they are once a plural is gone."""
_KEEP_EED = ("proceed", "exceed", "succeed")
_BEGINNINGS = ("gener", "commun", "arsen", "past", "univers", "later", "emerg", "organ", "inter")
_STEP_2 = (
    ("ization", "ize"), ("ational", "ate"), ("fulness", "ful"), ("ousness", "ous"), ("iveness", "ive"),
    ("tional", "tion"), ("biliti", "ble"), ("lessli", "less"), ("entli", "ent"), ("ation", "ate"), ("alism", "al"),
    ("aliti", "al"), ("ousli", "ous"), ("iviti", "ive"), ("fulli", "ful"), ("enci", "ence"), ("anci", "ance"),
    ("abli", "able"), ("izer", "ize"), ("ator", "ate"), ("alli", "al"), ("ogist", "og"), ("bli", "ble"),
    ("ogi", "og"), ("li", ""),
)  # fmt: skip
_STEP_3 = (
    ("ational", "ate"), ("tional", "tion"), ("alize", "al"), ("icate", "ic"), ("iciti", "ic"), ("ative", ""),
    ("ical", "ic"), ("ness", ""), ("ful", ""),
)  # fmt: skip
_STEP_4 = (
    "ement", "ance", "ence", "able", "ible", "ment", "ant", "ent", "ism", "ate", "iti", "ous", "ive", "ize", "ion",
    "al", "er", "ic",
)  # fmt: skip
"""Each list with the longest endings first."""


def stem(word: str) -> str:
    """The stem of a word in small letters."""
    if word in _WHOLE:
        return _WHOLE[word]
    if len(word) < 3:
        return word
    plain, word = word, _with_consonant_y(word)
    is_marked = plain != word
    first, second = _regions(word)
    word = _plural_removed(word)
    if word not in _STAY:
        word = _past_removed(word, first)
        if word[-1] in "yY" and len(word) > 2 and word[-2] not in _VOWELS:
            word = f"{word[:-1]}i"
        word = _suffix_removed(word, first, second)
        word = _ending_removed(word, second)
        word = _last_letter_removed(word, first, second)
    return word.replace("Y", "y") if is_marked else word


def _with_consonant_y(word: str) -> str:
    """The word with each y that is a consonant as Y."""
    if "y" not in word:
        return word
    letters = list(word)
    for place, letter in enumerate(letters):
        if letter == "y" and (place == 0 or letters[place - 1] in _VOWELS):
            letters[place] = "Y"
    return "".join(letters)


def _regions(word: str) -> "tuple[int, int]":
    """Where the regions R1 and R2 begin."""
    first = next((len(begin) for begin in _BEGINNINGS if word.startswith(begin)), None)
    first = _after_syllable(word, 0) if first is None else first
    return first, _after_syllable(word, first)


def _after_syllable(word: str, start: int) -> int:
    """The place behind the first consonant that follows a vowel."""
    for place in range(start + 1, len(word)):
        if word[place] not in _VOWELS and word[place - 1] in _VOWELS:
            return place + 1
    return len(word)


def _holds_vowel(text: str) -> bool:
    return not _VOWELS.isdisjoint(text)


def _plural_removed(word: str) -> str:
    """Step 1a."""
    if word.endswith("sses"):
        return word[:-2]
    if word.endswith(("ied", "ies")):
        return word[:-2] if len(word) > 4 else word[:-1]
    if word.endswith("s") and not word.endswith(("us", "ss")) and _holds_vowel(word[:-2]):
        return word[:-1]
    return word


def _past_removed(word: str, first: int) -> str:
    """Step 1b."""
    for ending in ("eedly", "eed"):
        if word.endswith(ending):
            if word.startswith(_KEEP_EED) and len(word) - len(ending) <= 4:
                return word
            return f"{word[: -len(ending)]}ee" if len(word) - len(ending) >= first else word
    for ending in ("ingly", "edly", "ing", "ed"):
        if word.endswith(ending):
            break
    else:
        return word
    rest = word[: -len(ending)]
    if not _holds_vowel(rest):
        return word
    if ending == "ing" and len(rest) == 2 and rest[0] not in _VOWELS and rest[1] == "y":
        return f"{rest[0]}ie"
    if rest.endswith(("at", "bl", "iz")):
        return f"{rest}e"
    if rest[-2:] in _DOUBLES:
        return rest if len(rest) == 3 and rest[0] in "aeo" else rest[:-1]
    return f"{rest}e" if len(rest) == first and _ends_short(rest) else rest


def _ends_short(word: str) -> bool:
    """Whether the word ends in a short syllable."""
    if len(word) == 2:
        return word[0] in _VOWELS and word[1] not in _VOWELS
    return word.endswith("past") or (
        len(word) > 2
        and word[-1] not in _VOWELS
        and word[-1] not in "wxY"
        and word[-2] in _VOWELS
        and word[-3] not in _VOWELS
    )


def _suffix_removed(word: str, first: int, second: int) -> str:
    """Steps 2 and 3."""
    for ending, other in _STEP_2:
        if word.endswith(ending):
            rest = word[: -len(ending)]
            fits = {"ogi": rest.endswith("l"), "li": rest[-1:] in _BEFORE_LI}.get(ending, True)
            if len(rest) >= first and fits and (ending != "li" or rest):
                word = rest + other
            break
    for ending, other in _STEP_3:
        if word.endswith(ending):
            rest = word[: -len(ending)]
            return rest + other if len(rest) >= (second if ending == "ative" else first) else word
    return word


def _ending_removed(word: str, second: int) -> str:
    """Step 4."""
    for ending in _STEP_4:
        if word.endswith(ending):
            rest = word[: -len(ending)]
            return rest if len(rest) >= second and (ending != "ion" or rest[-1:] in ("s", "t")) else word
    return word


def _last_letter_removed(word: str, first: int, second: int) -> str:
    """Step 5."""
    rest = word[:-1]
    if word.endswith("e"):
        return rest if len(rest) >= second or (len(rest) >= first and not _ends_short(rest)) else word
    return rest if word.endswith("l") and len(rest) >= second and rest.endswith("l") else word
