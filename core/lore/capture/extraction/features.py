"""The numbers that the head weighs: cues, wordings, speech acts, their combinations, layout, and the whole message."""

import math
import re
from collections.abc import Mapping, Sequence

from lore.capture.extraction.cues import CUES, opening
from lore.capture.extraction.speech import NAMES as SPEECH_ACTS, speech_acts
from lore.capture.extraction.surroundings import LAYOUT, MESSAGE, Surroundings
from lore.capture.extraction.wording import WORDINGS

COMBINED = (
    "asks", "states", "states policy", "we state", "states what should be", "states a contrast", "states a not",
    "states a reason", "general instruction", "instruction with reason", "states for all", "states an only",
    "states what is", "states trouble", "asks about us", "asks with reason", "instructs", "states configuration",
    "states an end", "states what was said", "states no need", "states perhaps", "states this", "states a tool",
    "states a mechanism", "states a cause", "did a mechanism", "did a fix", "did with explanation",
    "reports a mechanism", "standing form",
)  # fmt: skip
SHAPES = (
    "words", "words squared", "under 5 words", "under 8 words", "over 30 words", "place", "sentences", "alone", "first",
    "last", "message length", "lines", "relative place",
)  # fmt: skip
ACT_PREFIX = "act: "
FEATURES = (
    *CUES, *COMBINED, *SHAPES, *(ACT_PREFIX + name for name in SPEECH_ACTS), *WORDINGS, *LAYOUT, *MESSAGE,
)  # fmt: skip
"""The names of all numbers, in order."""
_EXPLAINS = re.compile(
    r"\b(?:because|since|so|due to|which|that'?s why|as a result|causing|caused|leading|means)\b.{8,}", re.I
)
_GENERAL = re.compile(
    r"\b(?:always|never|every|each|any|all|from now on|in general|whenever|going forward|only|must|don'?t|do not"
    r"|avoid|prefer"
    r"|make sure|ensure|keep)\b",
    re.I,
)
_POINTS = re.compile(r"\b(?:this|that|these|those|it|here|above|below|line \d+|(?<!from )now|yet|again)\b", re.I)
_STANDING = re.compile(
    r"(?:please )?(?:always|never)\b|from now on\b|going forward\b|(?:please )?prefer\b|i (?:prefer|always|never"
    r"|hate)\b"
    r"|my name is\b|do(?:n'?t| not) ever\b|(?:please )?use (?!the\b)[^,]{2,60}(?:\binstead of\b|\brather than\b|,? "
    r"(?:not|never)\b)"
    r"|(?:remember|note that|fyi|keep in mind)\b(?:\W+\w+){4,}|(?:do not|don'?t) (?:touch|edit|use|commit|push"
    r"|change|delete)\b"
    r"|we (?:always|never|only)\b|we (?!are|have|were|will|can|should|need)\w+\b.*\b(?:every|only|all|each|always"
    r"|never)\b"
    r"|(?:all|every|each) [\w -]{2,40} (?:need|must|should|have|has|is|are|end|use|follow)s?\b"
    r"|only [\w ]{2,30} (?:may|can|should)\b",
    re.I,
)
_PLAIN = re.compile(
    r"(?:please )?(?:answer|reply|respond|write|talk)(?: to me)? in [A-Z][a-z]+\b"
    r"|i(?: really)? (?:like|hate|love) \w+ \w+|i'?d rather (?!not)\w+|call me \w"
    r"|(?:the |our )?[\w-]+(?: [\w-]+){0,4} (?:listens?|runs?|lives?|is|are)(?: (?:running|hosted|deployed|kept))? "
    r"(?:on|at|in|under) (?:port \d+|https?://|[\w-]+(?:\.[\w-]+){2,}|[~.\w-]*/\w)"
    r"|(?:the|our) [\w -]{2,40} is called \w"
    r"|we(?:'re| are) on \w[\w.+#-]* v?\d"
    r"|(?:please )?(?:use|stop using) [\w.-]+(?:[^?]*\bfrom now on\b|, we \w+)",
    re.I,
)
_LONGEST_PLAIN = 18
"""Words."""
_IS_SO = re.compile(
    r"\b(?:is|are) (?:already |only |just |now |currently |also |always |never )*(?:in|on|at|for|used|stored"
    r"|located|called"
    r"|named|derived|based|part of|the|a|an|not|triggered|handled|managed|defined|responsible|available|excluded"
    r"|included"
    r"|owned|deployed|hosted|published|written|generated|replaced|supported|required|optional|enabled|disabled"
    r"|reserved)\b",
    re.I,
)


def features(place: int, around: Surroundings) -> list[float]:
    """One number for each of `FEATURES`. place: of the sentence in its message, from 0."""
    sentence = around.found[place]
    text = sentence.text
    start = opening(text)
    cues = {name: cue.pattern.search(start if cue.opening else text) is not None for name, cue in CUES.items()}
    acts = speech_acts(text)
    return [
        *map(float, cues.values()),
        *map(float, _combined(cues, text, start)),
        *map(float, _shape(text, place, around)),
        *(float(name in acts) for name in SPEECH_ACTS),
        *map(float, around.wordings(place)),
        *map(float, around.layout(place)),
        *around.message,
    ]


def is_plain(text: str) -> bool:
    """Whether a person's sentence is a rule in so many words: "I prefer …", "always …", "answer in …", in general."""
    start = opening(text)
    if len(text.split()) > _LONGEST_PLAIN or text.endswith("?") or _POINTS.search(start):
        return False
    return _STANDING.match(start) is not None or _PLAIN.match(start) is not None


def _combined(cues: Mapping[str, bool], text: str, start: str) -> Sequence[bool]:
    asks = cues["question mark"] or cues["asks first"] or cues["asks for an opinion"] or cues["asks inside"]
    orders = cues["instruction"]
    states = not (asks or orders or cues["my state"] or cues["about to"])
    reason = cues["because"] or cues["that is why"]
    return (
        asks,
        states,
        states and cues["our policy"],
        states and cues["we"],
        states and cues["supposed to"],
        states and cues["not x but y"],
        states and cues["not"],
        states and reason,
        orders and not asks and bool(_GENERAL.search(text)),
        orders and not asks and (reason or cues["no longer"]),
        states and (cues["always"] or cues["all"]),
        states and cues["only"],
        states and cues["is"] and not cues["fault seen"] and not cues["sees"] and bool(_IS_SO.search(text)),
        states and cues["trouble"] and not cues["should"],
        asks and cues["we"],
        asks and cues["because"],
        orders and not asks,
        states and cues["configuration"] and cues["is"],
        states and cues["no longer"],
        states and cues["said before"],
        states and cues["no need"],
        states and cues["maybe"],
        states and cues["begins with this"],
        states and cues["a tool does"],
        states and cues["mechanism"],
        states and cues["root cause"],
        cues["past first"] and cues["mechanism"],
        cues["past first"] and cues["root cause"],
        cues["past first"] and bool(_EXPLAINS.search(text)),
        cues["reports"] and cues["mechanism"],
        not asks and not _POINTS.search(start) and bool(_STANDING.match(start)),
    )


def _shape(text: str, place: int, around: Surroundings) -> Sequence[float]:
    words, count = len(text.split()), len(around.found)
    return (
        math.log1p(words),
        math.log1p(words) ** 2,
        words < 5,
        words < 8,
        words > 30,
        math.log1p(place),
        math.log1p(count),
        count == 1,
        place == 0,
        place == count - 1,
        math.log1p(len(around.text)),
        math.log1p(around.text.count("\n")),
        (place + 0.5) / count,
    )
