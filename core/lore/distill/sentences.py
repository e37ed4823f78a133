"""What sort of sentence a person typed, told by closed classes of words: a question, an order, about one thing only."""

import re

_REQUEST = r"(?:(?:can|could|would|will) (?:you|we|u)\b|please\b|pls\b|let'?s\b|(?:i|we) (?:want|need|would like)\b)"
_LEADS_IN = (
    r"(?:(?:and|also|now|then|so|but|ok(?:ay)?|alright|yes|no|great|btw|wait|just|hmm|actually|next)\b[\s,.:!-]*)*"
)
_QUESTION = re.compile(
    rf"{_LEADS_IN}(?!{_REQUEST})(?:why|what|how|where|who|which|when did|is|are|was|were|do|does|did|has"
    r"|have|isn'?t|aren'?t|don'?t (?:you|we|i)|doesn'?t|shouldn'?t)\b(?! not\b)",
    re.I,
)
_DOUBT = re.compile(r"\b(?:not sure|don'?t know|wonder(?:ing)?) (?:if|whether)\b", re.I)
_ENDS_ASKING = re.compile(r"[?？][\s\"'”’)]*$")
_ORDER = re.compile(
    rf"{_LEADS_IN}(?:{_REQUEST}\s*)?(?:please |pls )?(?:add|apply|ask|build|change|check|checkout|clean"
    r"|close|commit|continue|copy|create|debug|delete|deploy|do|document|drop|edit|explain|find|fix|format|get|give|go|implement|install|investigate"
    r"|keep|kill|launch|list|look|make|merge|move|open|post|publish|pull|push|put|read|rebase|refactor|release|remove"
    r"|rename|replace|restart|restore|revert|review|rewrite|run|save|send|set|show|simplify|spawn|start|stop|submit|switch"
    r"|take|tell|test|try|undo|update|upgrade|use|verify|wait|write)\b",
    re.I,
)
_BY_REQUEST = re.compile(rf"{_LEADS_IN}{_REQUEST}", re.I)
_ONE_THING = re.compile(
    r"(?<![\w&])#\d+\b|\b(?:pr|pull request|issue|ticket|mr|bead)s? #?\d+\b|/(?:pull|issues|commit|merge_requests)/\w+"
    r"|\b(?:this|that) (?:pr|pull request|branch|commit|issue|ticket|mr)\b|\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}\b",
    re.I,
)
_LASTING = re.compile(
    r"\b(?:always|never|no longer|should(?:n'?t)?|must|needs? to|(?:have|has) to|by default|default|we want"
    r"|every(?:thing)?|going forward|from now on|because|since|instead of|rather than|is not|isn'?t)\b|, not ",
    re.I,
)


def is_question(sentence: str) -> bool:
    """Whether something is asked. A request in the form of a question is none: "can you …"."""
    if _BY_REQUEST.match(sentence):
        return False
    if _DOUBT.search(sentence):
        return True
    return _ENDS_ASKING.search(sentence) is not None or _QUESTION.match(sentence) is not None


def is_order(sentence: str) -> bool:
    """Whether something is asked for: an imperative or a request."""
    return _BY_REQUEST.match(sentence) is not None or _ORDER.match(sentence) is not None


def is_about_one_thing(sentence: str) -> bool:
    """Whether it speaks of one ticket, pull request, branch or commit."""
    return _ONE_THING.search(sentence) is not None


def is_lasting(sentence: str) -> bool:
    """Whether it says something beside an order: a rule, a choice, a reason; or a sentence of it orders nothing."""
    parts = re.split(r"[.;!?]\s+", sentence)
    is_stated = any(not is_order(part) and not is_question(part) and len(part.split()) > 3 for part in parts)
    return is_stated or _LASTING.search(sentence) is not None
