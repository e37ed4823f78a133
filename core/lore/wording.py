"""A statement in one line as an agent reads it, and what that costs. Loads nothing: hooks use it too."""

CHARACTERS_PER_TOKEN = 4
"""Bytes of UTF-8 that count as one token; every model's own count is near it for English and for code."""
LONGEST_SENTENCE, STRETCH = 160, 80
"""Characters of a sentence that stand beside a model's wording: where there is room, and at least."""
_DENIALS = ("not", "no", "never", "don't", "dont", "without", "nicht", "nie", "kein", "keine", "pas", "jamais", "nunca")
"""Words whose loss turns a sentence round: a stretch that can hold one does."""
AGAIN = "said in "
"""Begins why a rule stands that was said in several sessions."""
_LED_IN = ("because ", "so that ", "otherwise", "or else", "or it ", "or they ")


def line_of(
    text: str, doubt: str, standing: str, because: "str | None", at: "str | None", *, sentence: str = "", dated: bool,
    most: int = LONGEST_SENTENCE,
) -> str:  # fmt: skip
    """A fact or message in one line: a question is quoted, a model's wording stands beside the person's own words.

    doubt: why it may be outdated. standing: why it is there. at: when it was said; dated: whether that is told.
    sentence: what a model's wording rests on; empty where the text is the person's. most: characters of it.
    """
    said = " ".join(text.split())
    told = beside(said, " ".join(sentence.split()), at, most)
    why = standing if told == said or standing.startswith(AGAIN) else ""
    notes = (f"may be outdated: {doubt}" if doubt else "", why, as_reason(because) if because else "")
    rest = "; ".join(note for note in notes if note)
    return f"- {told}{f' ({rest})' if rest else ''}{f' [{at[:10]}]' if at and dated and told == said else ''}"


def beside(text: str, sentence: str, at: "str | None", most: int = LONGEST_SENTENCE) -> str:
    """What a fact says as an agent reads it: a question quoted, a model's wording with the sentence that it rests on.

    Both are one line. sentence: empty where the text is the person's.
    """
    on = f", {at[:10]}" if at else ""
    if sentence in ("", text):
        return f"the person asked: “{text}”{on}" if text.endswith(("?", "？")) else text
    return f"{text.rstrip('.。')} — from “{_part_of(sentence, text, most)}”{on}"


def _part_of(sentence: str, text: str, most: int) -> str:
    """A long sentence cut to the stretch that bears a wording out: with what it denies, then with most of its words."""
    if len(sentence) <= most:
        return sentence
    words, wanted = sentence.split(" "), _words(text)
    denied = _words(sentence) & set(_DENIALS)
    parts = [_cut(" ".join(words[start:]), most - 2) for start in range(len(words))]

    def bears_out(start: int) -> "tuple[bool, int, int]":
        held = _words(parts[start])
        return (bool(held & denied), len(held & wanted), -start)

    best = max(range(len(parts)), key=bears_out)
    is_last = sentence.endswith(parts[best])
    return f"{'…' if best else ''}{parts[best]}{'' if is_last else '…'}"


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most + 1].rpartition(" ")[0] or text[:most]


def _words(text: str) -> frozenset[str]:
    return frozenset(word.strip(".,;:!?()\"'`") for word in text.casefold().split())


def as_reason(because: str) -> str:
    """A reason as it follows a statement: "because npm is slow", "so that CI can cache it", "otherwise it breaks"."""
    return because if because.casefold().startswith(_LED_IN) else f"because {because}"


def tokens_of(text: str) -> int:
    """How many tokens a text costs, about: no model is asked."""
    return -(-len(text.encode("utf-8", "surrogatepass")) // CHARACTERS_PER_TOKEN)
