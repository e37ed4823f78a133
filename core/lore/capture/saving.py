"""Of which kind a statement is that somebody saves by itself, by its form alone.

Whoever saves a sentence wants it kept, so the form of a rule is enough: an order, a duty, "never", "X, not Y".
"""

import re

from lore.capture.wrong_right import wrong_and_right
from lore.memory import RULE_VERBS, is_question, word_set
from lore.model import Kind

_LEADING = re.compile(
    r"(?:(?:ok(?:ay)?|so+|well|also|and|then|now|but|yes|yeah|yep|no|nope|right|alright|cool|great|perfect|good|nice|thanks?"
    r"|h+m+|oh|ah|btw|actually|wait|please|just|hey|next|first|finally|however|maybe|or|one more thing|by the way|fyi"
    r"|for the record|heads[- ]up|reminder(?=:)|note(?: that|(?=:)))\b[\s,.!:;…-]*)+",
    re.IGNORECASE,
)
"""What stands before the beginning of what is said."""
_PLACE = re.compile(
    r"(?:the|our) [\w -]{2,40}(?:listens?|runs?|lives?|is|are)(?: \w+)? (?:on|at|in|under)"
    r" (?:port \d|https?:|[~.\w-]*/\w)"
    r"|we(?:['’]re| are) on [A-Z][\w.+#-]* v?\d",
    re.IGNORECASE,
)
_TASTE = re.compile(
    r"\bi(?:['’]d| would| really| always| never| only| do| don['’]t)* (?:prefer|like|love|hate|want|rather)\b",
    re.IGNORECASE,
)
_TO_ME = re.compile(r"(?:answer|reply|respond|talk|call me|my name|explain)\b", re.IGNORECASE)
_DENIAL = re.compile(r"(?:no|nope|nah|wrong|not)\b", re.IGNORECASE)
_FORBIDS = re.compile(r"\b(?:(?:should|must|do|may|can)(?:n['’]t| not)|never|avoid)\b", re.IGNORECASE)
_CAUSE = re.compile(
    r"\b(?:root cause|cause|culprit|the (?:fix|problem|issue|bug) (?:is|was)|turns? out|workaround)\b", re.IGNORECASE
)
_TROUBLE = re.compile(
    r"\b(?:wrong|broken|fail(?:s|ed|ing|ure)?|errors?|bugs?|issues?|problems?|missing|incorrect|weird)\b", re.IGNORECASE
)
_WHO = re.compile(
    r"(?:my (?:full |first |nick)?(?:name|pronouns|time ?zone|job|role|team|native language)|call me\b"
    r"|i(?:['’]m| am)(?: an?| the)? [\w -]*(?:developer|engineer|designer|manager|student|teacher|years old|born|"
    r"colou?r-?blind|left-handed|vegetarian|new to)\b|i (?:work|live|come from|speak)\b)",
    re.IGNORECASE,
)
_DECIDED = re.compile(
    r"\b(?:we|i|the team)(?:['’]ve| have)? (?:now |finally |just |all )*(?:decided|agreed|chose|settled|opted|picked"
    r"|will keep|switched|moved|migrated|dropped|replaced|stick|go)\b(?! (?:every|each|on \w+days?))"
    r"|\blet['’]?s go with\b"
    r"|\b(?:decision|decided)\b|\bwe(?:['’]re| are) (?:going|sticking|staying) with\b",
    re.IGNORECASE,
)
_DUTY = re.compile(
    r"\b(?:always|never|must(?:n['’]t)?|should(?:n['’]t)?|shall|ha(?:s|ve) to|needs? (?:an?|to|no)"
    r"|need(?:s|ed)?(?= \w+$)|ought to|only|no longer|from now on|by default|mandatory|required|forbidden"
    r"|(?:not )?allowed|instead of|rather than|without (?:asking|exception)|nothing|nobody|not|at (?:most|least)"
    r"|max(?:imum)?|min(?:imum)?)\b",
    re.IGNORECASE,
)
_DUTY_ELSEWHERE = re.compile(
    r"\b(?:immer|nie|niemals|stets|bitte|keine?n?|siempre|nunca|jam[aá]s|toujours|jamais|sempre|mai|altijd|nooit|alltid"
    r"|aldrig|zawsze|nigdy|всегда|никогда|завжди|ніколи)\b|总是|始终|永远|不要|必须|禁止|请|務必|必ず|常に|いつも|しないで|ください|항상|절대"
    r"|마세요|하세요",
    re.IGNORECASE,
)
"""The same in the words of other languages."""
_NONE = re.compile(r"^no\s+(?!longer\b)[\w-]+", re.IGNORECASE)
_BEHIND_A_VERB = word_set(
    """
    the a an all every each any no your our my me us it them before after with in on to from through via only at for
    by between over against when if instead as into out up down back off
    """
)
_NO_ORDER = re.compile(
    r"^(?:the|an?|this|that|these|those|our|my|your|his|her|its|their|i|we|you|he|she|it|they|there|here|if|when|while"
    r"|because|since|for|in|on|at|by|with|from|to|of|and|or|but|so|as|after|before|during|until|once|all|each|every"
    r"|any|some|most|many|both|no|one|two|three|is|are|was|were|be|been|has|have|had|do|does|did|can|could|will"
    r"|would|may|might|what|which|who|how|why|where|error|note|fyi|todo|\w+(?:ed|ing|ly|tion|ment|ness|ity|ss|ers))$",
    re.IGNORECASE,
)
"""Words that open no order."""
_PRACTICE = re.compile(
    r"\b(?:is|are) (?!(?:called|named|broken|down)\b)(?:\w+ly )?\w+(?:ed|en|ut|wn|lt|ade|ept)\b"
    r"|^we (?:all |\w+ly )?(?!(?:are|were|have|had|will|can|could|\w+ed)\b)[a-z]+ \w"
    r"|^\w+s?(?: \w+){0,2} (?:run|use|take|live in|go through|get|follow|start|end|come)\b",
    re.IGNORECASE,
)
"""What is done here as a rule: "imports are sorted by isort", "tests run with pytest"."""
_LONGEST_ORDER = 30
"""Words."""


def kind_of_saying(text: str) -> Kind:
    """The kind of a statement that is saved without one; a note where its form says nothing."""
    start = _opening(text)
    if is_question(text) or is_question(start):
        return Kind.NOTE
    denies = _DENIAL.match(text) and not _NONE.match(text)
    if denies and (_FORBIDS.search(text) or None not in wrong_and_right(text)):
        return Kind.CORRECTION
    if _WHO.match(start):
        return Kind.IDENTITY
    if _DECIDED.search(start):
        return Kind.DECISION
    if _TASTE.search(start) or _TO_ME.match(start):
        return Kind.PREFERENCE
    if _PLACE.match(start):
        return Kind.SYSTEM
    if _NONE.match(text) or _rules(start):
        return Kind.CONVENTION
    return Kind.LESSON if _CAUSE.search(start) else Kind.NOTE


def _opening(text: str) -> str:
    """The sentence without "ok so", "hmm, but" and the like before it."""
    match = _LEADING.match(text)
    return text[match.end() :] if match and match.end() < len(text) else text


def _rules(start: str) -> bool:
    """Whether it says what is to be done, or what is not."""
    if len(start.split()) > _LONGEST_ORDER or _CAUSE.search(start):
        return False
    if _orders(start) or _FORBIDS.search(start) or any(sign.search(start) for sign in (_DUTY, _DUTY_ELSEWHERE)):
        return True
    return _PRACTICE.search(start) is not None and _TROUBLE.search(start) is None


def _orders(start: str) -> bool:
    """Whether it opens with a verb that orders: "use pnpm", "mock the network"; not with a name that does something."""
    words = [word.strip(",.:;!\"'`").lower() for word in start.split()[:2]]
    if len(words) < 2 or words[0] in RULE_VERBS:
        return len(words) == 2
    return words[0].isalpha() and words[1] in _BEHIND_A_VERB and not _NO_ORDER.match(words[0])
