"""How a person takes what was said: the start of the next message confirms it, objects to it, or takes it back.

A linear model weighs what kinds of words stand in the opening and in the first sentence; the kinds hold words of
several languages (`tests/bench/reactions.py` trains it and prints its figures with the repositories left out).
"""

import json
import math
import re
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from pathlib import Path

from lore.capture.extraction.sentences import straight
from lore.model import Role

FILE = Path(__file__).parent / "reaction.json"


class Reaction(StrEnum):
    """What the next message of a person says of the one before it."""

    CONFIRMED = "confirmed"
    REJECTED = "rejected"
    NONE = "none"


READ = 240
"""Characters in which a reaction stands."""
_OPENING, _FIRST = 40, 160
"""Characters of the opening words, and of the first sentence."""
_I = re.IGNORECASE
_LEAD = (
    r"^\W{0,9}(?:(?:oh+|hm+|uh+|um+|ok(?:ay)?|mm+k|well|wait|dude|man|sorry|so|and|also|ah+|hey|actually)\b"
    r"[\s,.!…:-]{0,9}){0,4}"
)
"""Small words before the first one that counts."""
KINDS: Mapping[str, re.Pattern[str]] = {
    "denies": re.compile(
        rf"{_LEAD}(?:no|nope|nah|nein|non|n[ãa]o|nie|nej|нет|いいえ|아니)(?![\w-])"
        r"(?! (?:need|problem|worries|idea|rush))"
        r"|^\W{0,9}(?:不(?:是|对|行|要)?[,，。\s]|不是|不对|没有)",
        _I,
    ),
    "affirms": re.compile(
        rf"{_LEAD}(?:yes|yep|yup|yeah|ya|correct|exactly|indeed|sure|right|agreed|i agree|tak|sim|ja|oui|s[íi]"
        r"|да|好的?|对的?|是的|はい)(?!\w)",
        _I,
    ),
    "approves": re.compile(
        rf"{_LEAD}(?:go (?:ahead|for it)|proceed|do it|(?:sounds|looks|seems?) (?:good|great|fine|ok|right)"
        r"|lgtm|makes sense|perfect|great|nice|excellent|awesome|amazing|cool|wonderful|thanks?|thank you|very good"
        r"|well done|love it"
        r"|太棒了|完美|谢谢|dzięki|obrigado|danke|merci)(?!\w)",
        _I,
    ),
    "hesitates": re.compile(
        r"^\W{0,9}(?:hm+|uh+|um+|ugh|wtf|wth|dude|wait|whoa|omf?g|jesus|man|what the|come on|oops|stop"
        r"|fuck\w{0,5})\b",
        _I,
    ),
    "persists": re.compile(
        r"\b(?:still|again|yet another|keeps?|immer noch|wieder|wciąż|nadal|ainda|todav[íi]a|encore|toujours)\b"
        r"|还是|仍然|又|вс[её] ещ[её]|снова|まだ",
        _I,
    ),
    "negates": re.compile(
        r"n['’]?t\b|\b(?:not|never|cannot|nothing|without|nicht|keine?|nie|n[ãa]o|pas|nunca|не)\b|没|不", _I
    ),
    "faults": re.compile(
        r"\b(?:wrong|incorrect|broken?|breaks?|errors?|fail(?:s|ed|ing|ures?)?|crash(?:es|ed)?|bugs?|missing|missed|stuck"
        r"|weird|confus(?:ing|ed)|odd|unexpected|bad|horrible|stupid|idiot|dumb|shit|fuck(?:ed|ing)?|wtf|wth|falsch"
        r"|fehler|b[łl][ąa]d|erro|explod(?:es|ed)"
        r"|oops|hallucinat\w{1,5}|nonsense|bogus|untrue|made (?:it|that|this) up)\b|错|问题|卡死|ошибк|nie działa",
        _I,
    ),
    "asks why": re.compile(
        rf"{_LEAD}(?:why|how come|what(?:'s| is) the problem|what are you|are you (?:sure|kidding)|where did you|warum"
        r"|por ?que|为什么|dlaczego|почему)\b|为何|为什么",
        _I,
    ),
    "addresses": re.compile(
        r"\byou(?:['’](?:re|ve|d)| are| did| have| had| left| missed| forgot| ignored| broke| should| need| don['’]?t"
        r"| didn['’]?t| \w{1,20}ed)\b|你",
        _I,
    ),
    "denies of it": re.compile(
        r"\b(?:that|this|it|these|those|there|they|which)(?:['’]s| is| are| was| were| does| did| has| still)?"
        r"(?: \w{1,20})? ?(?:not|n['’]t|never|no)\b|\b(?:isn|doesn|didn|wasn|aren|won|can)['’]?t\b",
        _I,
    ),
    "meant": re.compile(
        r"\b(?:i|we) (?:just )?(?:mean|meant|said|told|asked|suggested|decided|agreed|didn['’]?t (?:say|ask|mean|want)"
        r"|thought|don['’]?t (?:want|need))\b|\bspecifically\b|\bi actually\b",
        _I,
    ),
    "rather": re.compile(
        r"\b(?:instead|rather|supposed to|should(?:n['’]t| not)? be|should have|shouldn['’]?t|already have|wrong"
        r"|actually|not as)\b|而不是|应该",
        _I,
    ),
    "restricts": re.compile(
        rf"{_LEAD}(?:but|however|though|yet|aber|ale|mas|mais|pero|но|但是?|可是)(?!\w)"
        r"|,? \b(?:but|however|though|although|except)\b",
        _I,
    ),
    "works": re.compile(
        r"\b(?:works?|working|worked|fixed|solved|passed|passing|that['’]?s it|that was it|would be it)\b|终于|好了"
        r"|działa(?!nie)",
        _I,
    ),
    "reverts": re.compile(r"\b(?:revert|undo|undid|roll ?back|restore|change it back|don['’]?t)\b", _I),
    "asks for": re.compile(
        rf"{_LEAD}(?:can|could|would|will|please|pls|let['’]?s|lets|i want|i['’]d like|add|fix|make|use|update"
        r"|create|run|remove|move|check|look|show|commit|push|spawn|is|are|do|does|what|how|where|which|who|should|now"
        r"|then|next|once|when|in|for|the|if|at|on|with)\b",
        _I,
    ),
}
"""What words do in a reaction. Each counts in the opening words, in the first sentence, and in all that is read."""
TOGETHER = (
    ("negates", "denies of it"), ("negates", "addresses"), ("faults", "persists"), ("asks why", "addresses"),
    ("affirms", "restricts"), ("approves", "restricts"), ("works", "restricts"), ("works", "negates"),
    ("negates", "rather"), ("asks for", "negates"), ("asks for", "faults"), ("persists", "negates"),
)  # fmt: skip
"""Kinds that say more where both stand in the first sentence."""
_DOES_NOT = re.compile(r"\b(?:does|do|did|will|can)(?: not|n['’]t)\b|\bcannot\b", _I)
_RULE = re.compile(
    r"(?:^|[,;:.] )(?:please )?(?:never|always|don['’]?t|do not|avoid|use|prefer|make sure)\b"
    r"|\b(?:must|should|no longer|instead of|from now on)\b",
    _I,
)
_SENTENCE_END = re.compile(r"(?<=[.!?。！？])\s")
_WRONG = re.compile(
    r"(?:(?:no|nope|nah|hmm|sorry|wait)\b[\s,.!]*)?(?:(?:that|this|it|which)(?:'?s| is| was)|you(?:'re| are))"
    r" (?:\w+ )?(?:wrong|incorrect|mistaken|false|nonsense|made up|hallucinat\w{1,5}"
    r"|not (?:right|correct|true|how|what))\b"
    r"|(?:wrong|incorrect)\b|(?:revert|undo|roll ?back) (?:that|this|it|these|the last|your)\b",
    re.IGNORECASE,
)
_NEVER_MIND = re.compile(
    r"(?:never ?mind|scratch that|forget (?:it|that|about (?:it|that)|what i (?:said|wrote))"
    r"|ignore (?:that|my last|what i)"
    r"|(?:actually|wait|sorry|oops)[\s,.]+(?:no\b|scratch|never ?mind|ignore|forget|i was wrong|that was wrong))",
    re.IGNORECASE,
)
_WORD = re.compile(r"[\w']+")
_POINTING = frozenset(
    {
        "about",
        "above",
        "again",
        "all",
        "earlier",
        "i",
        "it",
        "just",
        "last",
        "line",
        "message",
        "my",
        "now",
        "of",
        "one",
    }
    | {"part", "please", "said", "sentence", "so", "sorry", "that", "the", "then", "thing", "this", "what", "wrote"}
    | {"yes", "no", "ok", "okay", "actually", "wait", "oops", "hmm"}
)
"""Words that only point at what is taken back."""


def reaction(role: Role, after: str) -> Reaction:
    """How a message of `role` is taken in `after`, the next message of a person.

    An agent is told that it is right or wrong; a person takes back what they said themselves.
    """
    opening = straight(after[:READ]).lstrip()
    if role is Role.USER:
        return Reaction.REJECTED if _NEVER_MIND.match(opening) else Reaction.NONE
    if _WRONG.match(opening) or objects(after):
        return Reaction.REJECTED
    return Reaction.CONFIRMED if _score("confirms", after) > 0 else Reaction.NONE


def objects(text: str) -> bool:
    """Whether a message, or a sentence of one, says that something is wrong or does not work."""
    return _score("objects", text) > 0


def states_trouble(text: str) -> bool:
    """Whether a statement says that something does not work; a rule that speaks of errors does not."""
    faults = KINDS["faults"].search(text) or _DOES_NOT.search(text)
    return faults is not None and _RULE.search(text) is None


def features(text: str) -> dict[str, float]:
    """What the model weighs, by name."""
    read = " ".join(text[: 2 * READ].split())[:READ]
    first = _SENTENCE_END.split(read)[0][:_FIRST]
    opening = read[:_OPENING]
    there = {kind: pattern.search(first) is not None for kind, pattern in KINDS.items()}
    found = {f"first: {kind}": float(value) for kind, value in there.items()}
    for kind, pattern in KINDS.items():
        found[f"opening: {kind}"] = float(pattern.search(opening) is not None)
        found[f"all: {kind}"] = float(pattern.search(read) is not None)
    found |= {f"{one} & {other}": float(there[one] and there[other]) for one, other in TOGETHER}
    return found | {
        "length": math.log1p(len(read)) / 3,
        "short": float(len(read) < 25),
        "asks": float("?" in first),
        "ends asking": float(read.endswith("?")),
        "asks & negates": float("?" in first and there["negates"]),
        "calls out": float("!" in read),
        "dots": float(".." in read[:60]),
        "starts low": float(read[:1].islower()),
    }


def _score(says: str, text: str) -> float:
    """Log-odds above the border."""
    weights, bias = _models()[says]
    return bias + sum(weights[name] * value for name, value in features(text).items())


@cache
def _models() -> Mapping[str, tuple[Mapping[str, float], float]]:
    """The weights and the bias of each question."""
    stored = json.loads(FILE.read_bytes())
    if any(set(model["weights"]) != set(features("")) for model in stored.values()):
        raise AssertionError("reaction.json was trained for other features: run tests/bench/reactions.py --write")
    return {says: (model["weights"], model["bias"]) for says, model in stored.items()}


def only_takes_back(sentence: str) -> bool:
    """Whether a sentence says nothing but that something said before does not hold: "Never mind, scratch that." """
    text, place, found = straight(sentence), 0, False
    while place < len(text):
        if step := _NEVER_MIND.match(text, place) or _WRONG.match(text, place):
            found = True
        else:
            step = _WORD.match(text, place)
            if step and step.group().lower() not in _POINTING:
                return False
        place = step.end() if step else place + 1
    return found
