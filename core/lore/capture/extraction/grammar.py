"""What the grammar of a sentence says of its force: duty, denial, generality, reason, doubt, time, who speaks.

Closed classes of English words, the same in every project. A sign decides nothing by itself: the head weighs them all,
and learns for itself which open words count (`lexicon`).
"""

import re
from collections.abc import Mapping

_ASKING = r"(?:why|what|how|when|where|who|which)"
_AUXILIARY = (
    r"(?:is|are|am|was|were|do|does|did|can|could|should|would|will|have|has|had)(?:n['’]t)?|can['’]t|won['’]t|shall"
)
_PRONOUN = r"(?:i|we|you|it|this|that|they|there|these|those|the|our|your|my|any|all|some)"
LEADING = re.compile(
    r"(?:(?:ok(?:ay)?|so+|well|also|and|then|now|but|yes|yeah|yep|no|nope|right|alright|cool|great|perfect|good|nice|thanks?"
    r"|h+m+|oh|ah|btw|actually|wait|please|just|hey|next|first|finally|however|maybe|or|one more thing|by the way|fyi"
    r"|for the record|heads[- ]up|reminder(?=:)|note(?: that|(?=:)))\b[\s,.!:;…-]*)+",
    re.IGNORECASE,
)
"""What stands before the beginning of what is said."""


def _in(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE)


def _opens(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"^(?:{pattern})\b", re.IGNORECASE)


ANYWHERE: Mapping[str, re.Pattern[str]] = {
    "asks inside": _in(
        rf"(?:and|but|so|or|then|because|see|know|me|wonder|check|if|think),? (?:{_ASKING}|{_AUXILIARY}) {_PRONOUN}"
    ),
    "asks a favour": _in(r"(?:can|could|would|will|do) (?:you|we)|please"),
    "speaks of us": _in(r"we|our|ours|us"),
    "states our policy": _in(
        r"we(?:['’]d|['’]re| would| are| do)? ?(?:should|must|no longer|never|always|only|don['’]t|not|want|need|like"
        r"|prefer|decided|agreed|use|have to)"
    ),
    "speaks of me": _in(r"i|i['’]\w+|me|my"),
    "states my taste": _in(
        r"i(?:['’]d| would| really| always| never| only| do| don['’]t)* (?:prefer|like|love|hate|want|rather)"
    ),
    "speaks of you": _in(r"you|your"),
    "speaks of people": _in(r"users?|customers?|people|anyone|someone|everyone|team|developers?|contributors?"),
    "is a duty of a thing": _in(
        r"(?:should|must|needs? to|ha(?:s|ve) to|ought to|supposed to)(?: (?:only|always|never|not|also|all))*"
        r" (?:be|have|use|go|live|come|do|work|stay|contain|return|follow|match)"
    ),
    "is a duty": _in(r"should|must|needs? to|ha(?:s|ve) to|supposed to|required"),
    "denies": _in(r"not|no|\w+n['’]t|cannot|without|none|nothing|neither"),
    "forbids": _in(r"(?:should|must|do|may|can)(?:n['’]t| not)|never|avoid"),
    "is for all": _in(r"all|every|each|any|both|everything|everywhere|whole|entire"),
    "is for ever": _in(
        r"always|never|every ?time|each time|whenever|from now on|going forward|in general|generally|by default"
    ),
    "is the only one": _in(r"only|just|solely|exclusively|purely"),
    "contrasts": _in(r"instead|rather|no longer|any ?more|but not|unlike|whereas|not just"),
    "gives a reason": _in(r"because|since|so that|due to|that['’]s why|reason|therefore|thus|hence|otherwise"),
    "tells a consequence": _in(
        r"means|leads? to|breaks|prevents?|avoids?|ensures?|causes?|caused|results? in|triggers?"
    ),
    "sets a condition": _in(r"if|when|unless|until|before|after|once|while|even"),
    "supposes": _in(
        r"would|could|might|may|maybe|perhaps|probably|what if|suppose|imagine|guess|think|seems?|looks? like"
    ),
    "decides": _in(
        r"decid\w+|decision|chose|choose|going with|go with|agreed|stick with|on purpose|intentional\w*|by design"
    ),
    "asks to remember": _in(
        r"remember|note|keep in mind|be aware|don['’]t forget|important|fyi|rule|convention|policy|standard"
    ),
    "limits": _in(
        r"does(?:n['’]t| not)|cannot|can['’]t|won['’]t|unable|impossible|unsupported|ignores?|at (?:most|least)"
        r"|requires?"
    ),
    "places": _in(
        r"(?:lives?|located|stored|runs?|hosted|available|goes?|belongs?|found|defined) (?:in|at|on|under|via|from)"
    ),
    "is of this project": _in(r"(?:this|the|our) (?:repo|project|codebase|repository|app|product|system)"),
    "tells trouble": _in(r"wrong|broken|fail(?:s|ed|ing|ure)?|errors?|bugs?|issues?|problems?|missing|incorrect|weird"),
    "tells a cause": _in(r"root cause|cause|culprit|the (?:fix|problem|issue|bug) (?:is|was)|turns? out|workaround"),
    "tells a state": _in(
        r"done|complete\w*|pass(?:es|ed|ing)?|green|ready|committed|pushed|merged|success\w*|working|fixed"
    ),
    "is of this moment": _in(
        r"now|again|still|yet|already|currently|today|here|this (?:time|session|branch|pr|commit)"
    ),
    "is present": _in(r"is|are|has|does"),
    "is past": _in(r"was|were|had|did|been"),
    "is future": _in(r"will|going to|later|next"),
}
OPENING: Mapping[str, re.Pattern[str]] = {
    "opens a question": _opens(rf"{_ASKING}|(?:{_AUXILIARY})\s+(?:{_PRONOUN}|\w+)|any|not sure"),
    "opens with a plan": _opens(r"let me|i['’]?ll|i will|i['’]?m going|i need|let['’]?s|lets|i can"),
    "opens with what I do": _opens(
        r"i(?:['’]?m| am|['’]?ve| have| was| just| did| see| saw| got| get| noticed| think)?"
    ),
    "opens with a name": _opens(
        rf"(?:(?:the|our|all|each|every|only|no|both) )?"
        rf"(?:(?!(?:{_PRONOUN}|{_AUXILIARY}|{_ASKING}|please)\b)[\w./`-]+ ){{1,4}}"
        r"(?:is|are|must|may|has|have|should|can|will|(?!\w*ss\b)\w{2,}s)"
    ),
    "opens with the": _opens(r"the|a|an|all|each|every|any|our|both|some|no|only"),
    "opens with this": _opens(r"this|that|it|these|those|they|which|there"),
    "opens with if": _opens(
        r"if|when|once|after|before|while|since|because|as|for|in|on|at|with|without|by|unless|until"
    ),
    "opens with a rule": _opens(r"always|never|don['’]?t|do not|use|keep|prefer|avoid|make sure|only|no|stop|ensure"),
    "opens with what is done": _opens(r"\w{3,}ed|ran|wrote|made|built|did|all"),
    "opens with what is being done": _opens(r"\w{2,}ing"),
}  # fmt: skip
_RULE = re.compile(
    r"always|never|from now on|going forward|prefer|do(?:n['’]t| not) ever|we (?:always|never|only)|my name is|call me"
    r"|i(?:['’]d| would)?(?: really| always| never| only| do| don['’]t)*"
    r" (?:prefer|like|love|hate|want|rather)\b(?! (?:you )?to\b)"
    r"|(?:answer|reply|respond|write|talk)(?: to me)? in [A-Z]"
    r"|\w+ [^,?]*\b(?:from now on|instead of|rather than)\b|\w+ [^?]*, (?:not|never)\b"
    r"|don['’]t [^,]+, \w+ [^,]+ instead\b",
    re.IGNORECASE,
)
_PLACE = re.compile(
    r"(?:the|our) [\w -]{2,40}(?:listens?|runs?|lives?|is|are)(?: \w+)? (?:on|at|in|under)"
    r" (?:port \d|https?:|[~.\w-]*/\w)"
    r"|we(?:['’]re| are) on [A-Z][\w.+#-]* v?\d",
    re.IGNORECASE,
)
_TO_ME = _opens(r"answer|reply|respond|talk|call me|my name|explain")
_DENIAL = _opens(r"no|nope|nah|wrong|not")
_SUBJECT = r"you|we|i|it|this|that|they|there|the|all|any|these|those|our|my"
_INVERTED = re.compile(
    rf"(?:(?:can|could|should|shall|is|are|was|were|will|would|does|did|am|has) (?:{_SUBJECT})"
    r"|(?:do|have) (?:you|we|i|they)"
    rf"|(?:is|are|does|did|ca|could|should|wo|would)n['’]t (?:{_SUBJECT})|don['’]t (?:we|i|they)"
    r"|(?:what|which|why|how|where|who)"
    r"(?:['’]s| is|(?: \w+){0,3}? (?:are|do|does|did|can|should|would|was|were|have|has))"
    rf" (?:{_SUBJECT})|(?:why|how)(?: come)? {_AUXILIARY})\b",
    re.IGNORECASE,
)
"""An auxiliary before its subject."""
_INVERTED_LATER = re.compile(
    r"\b(?:(?:is|are|was|were|does|did|have|has|should|would|could|ca|wo)n['’]t (?:we|you|they|i|it)"
    r"|(?:does|did|would|wo)n['’]t (?:this|that))\b",
    re.IGNORECASE,
)
"""The same behind a clause: "if it is closed doesn't that mean …"."""
_ASKED = re.compile(r"[?？][?!？！]*[\"”’)\]*_]*$")
_PLAN = re.compile(
    r"\bI(?:['’]m| am|['’]ll| will) (?!not\b)(?:(?:\w+ly|also|now|just|next|first|only|still) )*(?:going\b|\w+ing\b)"
    r"|\bI(?:['’]ll| will) (?!never\b|not\b|always\b)\w",
    re.IGNORECASE,
)
_OF_THE_MOMENT = re.compile(
    r"\b(?:this|that|these|those|it|here|above|below|(?<!from )now|yet|again|still)\b", re.IGNORECASE
)
_LONGEST_RULE = 18
"""Words."""
_PASSING = (
    "opens with a plan", "opens with what I do", "opens with what is done", "tells a state", "is past", "supposes"
)  # fmt: skip
"""Signs of what is done, planned or supposed."""


def opening(text: str) -> str:
    """The sentence without "ok so", "hmm, but" and the like before it."""
    match = LEADING.match(text)
    return text[match.end() :] if match and match.end() < len(text) else text


def signs(text: str) -> list[bool]:
    """Which signs a sentence bears: those of `ANYWHERE`, then those of `OPENING`."""
    start = opening(text)
    return [
        *(pattern.search(text) is not None for pattern in ANYWHERE.values()),
        *(pattern.match(start) is not None for pattern in OPENING.values()),
    ]


def is_rule(text: str) -> bool:
    """Whether a sentence is a rule in so many words, of no moment: "I prefer …", "always …", "… on port 80"."""
    start = opening(text)
    if len(start.split()) > _LONGEST_RULE or text.endswith("?") or _OF_THE_MOMENT.search(start):
        return False
    return _RULE.match(start) is not None or _PLACE.match(start) is not None


def is_plain(text: str) -> bool:
    """Whether a sentence plainly says how a thing is, or what must not be: nothing asked, planned, or here and now."""
    start = opening(text)
    if text.endswith("?") or len(start.split()) > _LONGEST_RULE or _OF_THE_MOMENT.search(text):
        return False
    if any(OPENING[name].match(start) if name in OPENING else ANYWHERE[name].search(text) for name in _PASSING):
        return False
    return OPENING["opens with a name"].match(start) is not None or forbids(start)


def tells_place(text: str) -> bool:
    """Whether a sentence says where something runs or lives, or on which version: "… listens on port 8080"."""
    return _PLACE.match(opening(text)) is not None


def states_taste(text: str) -> bool:
    """Whether a sentence tells what its speaker likes, or how they want to be spoken to."""
    start = opening(text)
    return ANYWHERE["states my taste"].search(start) is not None or _TO_ME.match(start) is not None


def denies(text: str) -> bool:
    """Whether a sentence opens with a denial of what was said before."""
    return _DENIAL.match(text) is not None


def forbids(text: str) -> bool:
    """Whether a sentence says what must not be."""
    return ANYWHERE["forbids"].search(text) is not None


def asks(text: str) -> bool:
    """Whether a sentence is a question: by its last mark, or by the order of its words where the mark was left out
    ("can we remove …")."""
    start = opening(text)
    return any((_ASKED.search(text), _INVERTED.match(start), _INVERTED_LATER.search(start)))


def tells_plan(text: str) -> bool:
    """Whether the speaker says what they are doing or about to do: "I’ll check …", "so I'm moving …"."""
    return _PLAN.search(text) is not None
