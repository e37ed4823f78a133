"""Whether a statement points at something outside it: a pronoun, a part of a longer explanation, a missing subject.

Read from the shape of English sentences alone. Every pattern here was held against sentences that were judged one by
one; those that a good statement needs are its exceptions.
"""

import re

AUXILIARY = (
    r"is|are|isn['’]t|aren['’]t|was|were|has|have|had|does|do|did|doesn['’]t|don['’]t|didn['’]t|should|shouldn['’]t"
    r"|must|mustn['’]t|can|can['’]t|cannot|could|couldn['’]t|will|won['’]t|would|wouldn['’]t|may|might|needs?"
)
POINTER = re.compile(r"(?P<pronoun>it|this|that|they|these|those|he|she)(?P<be>['’](?:s|re))?\b(?P<rest>.*)", re.I)
SAYS = re.compile(rf"(?: (?:only|never|always|also|just|still|now|all|both))? (?:{AUXILIARY}|(?!\w*ss\b)\w{{2,}}s)\b")
"""What follows a pronoun that is a subject: an auxiliary, or a verb of the third person."""
_OF_EVERY_SESSION = r"repo\w*|project|codebase|monorepo|workspace|machine|team|app"
_EMPTY = re.compile(
    r"(?:it|this|that)(?:['’]s| is| was| would be| will be) (?:\w+ )?(?:\w+ )?"
    r"(?<!similar )(?<!related )(?<!identical )(?<!equivalent )(?<!due )(?<!equal )(?<!next )(?<!close )(?<!limited )"
    r"(?<!tied )(?<!used )(?<!able )(?<!going )(?<!about )(?<!supposed )(?<!meant )(?<!specific )(?<!mapped )"
    r"(?:to (?!(?:the|an?|our|my|your|its|their|this|that|these|those|what|how|each|every|all)\b)(?-i:[a-z])|that \w)"
    rf"|(?:it|that) (?:turns out|seems|looks like|appears|means)\b|(?:this|that) (?:{_OF_EVERY_SESSION})\b"
    r"|(?:this|it)(?:['’]s| is) an? (?:[\w-]+ ){0,5}(?:project|repo\w*|codebase|monorepo|app|tool|library|cli)\b",
    re.IGNORECASE,
)
"""The pronoun stands for what follows, for nothing, or for what every session of the project knows."""
_THING = (
    r"issue|problem|bug|error|fix|change|approach|solution|failure|reason|result|file|test"
    r"|function|method|one|ones|option|step|commit|pr|warning|message|feature|thing|way|case|part|section|list|plan"
)
_PART = (
    r"the (?:\w+ )?(?:fix|gap|caveat|nuance|issue|problem|result|test|answer|note|reason|change|difference|impact"
    r"|summary|solution|verdict|conclusion|outcome|trade-?off|example)"
    r"|status|reason|verdict|caveat|nuance|gap|pros?|cons?|created|signature|better name|key change"
)
"""What a sentence is to others, which stand before it: "The fix: …", "Cons: …"."""
_DANGLES = re.compile(
    rf"(?:the|this|that|these|those)(?: \w+)? (?:{_THING})s?"
    rf"(?= (?:{AUXILIARY}|above|below|here|now|occur\w*|happen\w*)\b)"
    r"|(?:this|that(?! (?:we|i|you|they|the|our|your|my|all|no|nothing|nobody|every|each|any|an?)\b)|these|those) [\w-]"
    r"|(?:both|either|neither)(?: of (?:them|these|those))? (?:is|are|was|were|has|have|does|do|should|must|can|need)\b"
    rf"|(?:without|with|after|before|by doing|because of|instead of|due to|for|in|on|from)"
    rf" (?:this|that|it|these|those)\b(?! (?:{_OF_EVERY_SESSION})\b)"
    r"|(?:otherwise|instead|therefore|hence|thus|either way|in (?:that|this|both|either|which) cases?|this way"
    r"|that way|as a result|for (?:this|that) reason|if (?:so|not)|same (?:here|for)|and then|then|which|who|where"
    r"|because|since then|or|either(?!.* or\b)|its|their|his|her|combined with"
    r"|(?:the )?same (?:as|applies|goes|thing|is true)|reason being|meaning|such as|as well as"
    r"|similar to|perhaps|maybe|i guess|i meant?|e\.g\.|i\.e\."
    rf"|(?:{_PART})s?(?= ?\([^()]*\):|:)"
    r"|(?:the )?(?:former|latter|first|second|third|other)(?: one)?"
    r"(?= (?:is|are|was|has|does)\b))\b(?! of\b)",
    re.IGNORECASE,
)
_THIRD_PERSON = (
    r"adds|allows|avoids|catches|contains|converts|creates|detects|ensures|fetches|generates|gives|handles|includes"
    r"|keeps|makes|parses|prevents|provides|removes|requires|sends|supports|takes|uses|validates|writes"
)
_STATE = (
    r"safe|cheap|fine|harmless|risky|expensive|unnecessary|unlikely|optional|useful|useless|redundant|correct|wrong"
)
NO_SUBJECT = re.compile(
    rf"(?:\w+ly )?(?:{_THIRD_PERSON}) (?!(?:is|are|was|were|must|should|can|will|may)\b)"
    r"|(?:\w+ly )?(?!\w*(?:ss|us|is|as|ways|days|wards)\b|(?:sometimes|perhaps|besides|does)\b)"
    r"[a-z][a-z-]+s (?:the|a|an|each|every|its|their|your|our|any)\b"
    r"|(?:\w+ly )?(?:runs|works|lives|returns|points|falls|depends|relies|applies|belongs|happens|copies|imports)"
    r" (?:in|on|at|to|from|with|into|as|when|if|only|back|just)\b"
    rf"|(?:{_STATE}) (?:here|if|because|since|when|as long|unless|but|and)\b"
    r"|(?:(?:is|are|was|were|does|did|has|had|might|may|must|should|could|would)(?:n['’]t)?|won['’]t)\b(?!.*\?)"
    r"|(?:before|after|once|when|if|while|until) [^,.;]{1,40}\b(?:that|this|it), ",
    re.IGNORECASE,
)
"""A verb whose subject stands before it, or a clause that ends in a pronoun."""
_OBJECT = re.compile(
    r"(?:\w+['’]?\w* ){1,3}(?:it|this|that|them|those|these)(?=$|[.,;:!]| (?:to|in|on|at|as|for|with|from|and|or|is"
    r"|by|into|instead|only|again|up|out|so|all|here|there|now|when|if|automatically)\b)",
    re.IGNORECASE,
)
"""Early words that end in a pronoun: nothing before it can be what it stands for."""
_SUBJECT = re.compile(
    r"(?:\w+['’]?\w* ){1,4}(?:it|they|them)\b(?!(?:['’]s| is| was| would be) (?:\w+ ){1,2}(?:to|that)\b)"
    rf"|[^`]*: (?:(?:it|they)\b|(?:this|that) (?!(?:{_OF_EVERY_SESSION})\b))"
    r"|(?:\S+ ){1,8}(?:to|of|for|with|from|about|by|against) (?:it|them|those|these)[.!]*$",
    re.IGNORECASE,
)
"""A pronoun that opens what is said, or ends it."""
_OBJECT_AT_LAST = re.compile(
    r"\b(?:that|this)(?:[.,;:!]*$| (?:automatically|too|as well|instead|first|anyway|again)\b| [—–-] )"
    rf"|^(?:if|when|once|after|before|while|with|for|in|on) [^,]+, (?:this|that|these|those) (?:{AUXILIARY}|\w+s)\b"
    r"|^(?:if|when|once|after|before|while|with|for|in|on|at|since|because|as|from|under) [^,]+, (?:it|they|he|she)\b",
    re.IGNORECASE,
)
_NO_NOUN = (
    r"the|we|i|you|it|they|is|are|was|were|this|that|an?|all|no|every|each|any|our|your|my|his|her|their|there|if|when|for"
    r"|in|on|to|of|has|have|does|do|did|can|will|would|should|could|might|may|must|only|not|who|which|what|never|always"
    r"|also|just|same|way|regard|sense|kinds?|sorts?|types?|cases?|context|order|point|rule|reason|being|already|still|two|three"
)
_BEFORE_THING = (
    r"in|on|of|for|from|to|with|by|about|under|after|before|without|into|like|do|does|did|update|want|remove|change|fix"
    r"|use|add|see|need|make|keep|have|put|skips?|drop|reads?|runs?|calls?|match|mention|touch|avoids?|supports?"
)
_THING_SAID = re.compile(
    rf"(?:\b(?:{_BEFORE_THING}) (?:this|that)|(?<=\w )(?:those|these))"
    rf" (?!(?:{_NO_NOUN}|{_OF_EVERY_SESSION})\b)(?P<noun>[\w-]+)"
    rf"|^[^,;:]*\b(?:{_BEFORE_THING}) (?:this|that|those|these)"
    r"(?=[.,;:!)]|$| (?:and|or|but|too|so|because|when|if|now|here)\b)"
    r"|\b(?:while|from|over|up|right|in|we are|we['’]re) (?:here|there)\b(?!:)"
    rf"|\b(?:one|two|three|four|five|six) (?:{AUXILIARY})\b",
    re.IGNORECASE,
)
"""What was said before, within a sentence: "skips those files", "a function for that", "while we are there"."""
_RELATIVE = re.compile(
    r"\b(?:that|what\w*|which|where\w*|when\w*|who|as|than|how|if|because|way|like|before|after|so)\b", re.IGNORECASE
)
_ENDS_IN_AUXILIARY = re.compile(rf"\b(?:{AUXILIARY})[.!]*$", re.IGNORECASE)
"""What it helps stands before: "Completeness is."."""
IN_CODE = re.compile(r"`[^`\n]*`")
_SPOKEN = re.compile(r"\([^()]*\)|\"[^\"]*\"|“[^”]*”")
"""What stands between brackets or marks of quotation."""


def points(text: str, *, announces: bool = False) -> bool:
    """Whether a text points at something outside it.

    announces: whether it leads in a list, which "these" within it may stand for.
    """
    if _EMPTY.match(text):
        return False
    match = POINTER.match(text)
    if match is not None:
        stands_alone = match["be"] or SAYS.match(match["rest"])
        if stands_alone or match["pronoun"].lower() in ("it", "they", "he", "she"):
            return True
    shapes = (_DANGLES, NO_SUBJECT, _OBJECT, _SUBJECT)
    if _OBJECT_AT_LAST.search(text) or any(shape.match(text) for shape in shapes):
        return True
    return not announces and _points_later(_SPOKEN.sub("", IN_CODE.sub("``", text)))


def _points_later(words: str) -> bool:
    """Whether words within a text point at something before it; what the text itself named is nothing outside."""
    if _ENDS_IN_AUXILIARY.search(words) and not _RELATIVE.search(words):
        return True
    said = words.casefold()
    return any(
        match["noun"] is None or match["noun"].casefold().rstrip("s") not in said[: match.start()]
        for match in _THING_SAID.finditer(words)
    )
