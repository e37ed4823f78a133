"""What a person does with a sentence: asks, reports, sends on an errand. Such sentences state nothing to keep.

Judged before any weighing, because no number of good words makes a fact of a question.
"""

import re
from collections.abc import Mapping

from lore.capture.extraction.cues import opening
from lore.capture.extraction.words import ASKING, AUXILIARY, IMPERATIVES

_INSENSITIVE = re.IGNORECASE

ACTS: Mapping[str, re.Pattern[str]] = {
    "asks": re.compile(rf"(?:{ASKING}|{AUXILIARY})\b(?! not\b)(?!,)", _INSENSITIVE),
    "states with how": re.compile(
        r"(?:when|where|which|what|how|who)(?:ever)?\b(?!.*\b(?:are|is|do|does|did|can|should|would)"
        r" (?:we|you|it|this|that|i|they|the)\b)[^?]*$|(?:do|don'?t|does) not\b|don'?t\b",
        _INSENSITIVE,
    ),
    "asks inside": re.compile(
        r"\b(?:do you think|doesn'?t that|is there (?:a|any)|are there any|should we|can we|could we|do we|shall we"
        r"|why (?:is|are|do|does|did|not|would)|how (?:do|does|are|is|can|should|would|did) (?:we|you|i|it|they|the"
        r"|multiple"
        r"|this|that)|what (?:is|are|does|do|about|if|other)|wondering|i wonder|any (?:reason|idea)|is it possible"
        r"|right\?"
        r"|no\?)",
        _INSENSITIVE,
    ),
    "says what one is doing": re.compile(
        r"i(?:'?m| am|'?ve| have| was| just| did)?\s+(?:looking|considering|going|trying|getting|seeing|ran|run"
        r"|created|made"
        r"|opened|asked|tried|noticed|reran|checked|looked|wondering|curious|confused|stuck|not sure|done|back|in"
        r"|on|working"
        r"|reviewed|added|undid|got|see|saw|found|don'?t (?:know|understand|recall|see|think i|get)|can'?t (?:see"
        r"|find|tell)"
        r"|suspect|suppose|guess)\b",
        _INSENSITIVE,
    ),
    "wants it done": re.compile(
        r"(?:can|could|would|will) (?:you|u|we)\b|(?:i'?d|i would|i)(?: really| also)? (?:like|want|need)(?: you)? "
        r"to (?:see"
        r"|know|work|review|understand|do|check|look|try|discuss|add|make|increase|fix|update|change|get|test|run"
        r"|create"
        r"|implement|move|write|improve|talk|start)\b|i want you to\b",
        _INSENSITIVE,
    ),
    "starts an errand": re.compile(
        r"let'?s (?:go|make sure|start|look|see|check|turn|talk|work|move on|get|do|try|fix|continue|review"
        r"|investigate|update"
        r"|create|implement|brainstorm|discuss|take|figure|run|commit|add|write|test|think|plan|address|clean|begin"
        r"|proceed"
        r"|step)\b",
        _INSENSITIVE,
    ),
    "sends on an errand": re.compile(
        r"(?:please )?(?:investigate|confirm|continue|compare|check|look|review|explain|find|show|tell|summari[sz]e"
        r"|audit"
        r"|push|commit|merge|try|open|analy[sz]e|search|research|draft|figure|describe|list|propose|double[- ]check"
        r"|verify|test|re-?run|proceed|go ahead|help|identify|address|reply|respond|pull|rebase|start|wait|give|get"
        r"|make (?:.* work\b|sure (?:the|it|this|that)\b))\b(?! (?:is|are|files?|cases?|suite|data|names?)\b)",
        _INSENSITIVE,
    ),
    "changes something": re.compile(
        r"(?:please )?(?:add|remove|delete|fix|change|move|rename|update|create|implement|write|refactor|replace"
        r"|set|include"
        r"|extract|convert|have|mock|raise|return|print|count|run|spawn|clean|bump|in (?:the )?[`/\w.]+(?: \w+)?, "
        r")\b(?!.*\b"
        r"(?:because|since|no longer|always|never|every|as it'?s)\b)",
        _INSENSITIVE,
    ),
    "begins with a name in code": re.compile(r"[a-z]+[A-Z_]\w*\b|\w+\.\w+\b|\w+/\w+|[,;)\]}]"),
    "orders": re.compile(
        rf"(?:{IMPERATIVES})\b(?!\s+(?:is|are|was|were|has|have|does|will|should|must|tool|command)\b)", _INSENSITIVE
    ),
    "reports a fault": re.compile(
        r"(?:it|that|this|there|they|the \w+(?: \w+)?|server|docker|now|still|something|nothing)(?:'s| is| are| was"
        r"| does| did"
        r"| has| have|\b)[^.]{0,40}\b(?:not|n'?t|fail\w*|error\w*|broken|wrong|still|stuck|missing|weird|confusing"
        r"|bad"
        r"|crash\w*)\b(?!.*\b(?:should|supposed|needs? to)\b)",
        _INSENSITIVE,
    ),
    "specifies a case": re.compile(r"(?:if|when)\b.*(?:,|then)\s", _INSENSITIVE),
    "plans the work": re.compile(
        r".*\bwe (?:need|have|should|can|could|must)(?: to)? (?:fix|look|check|see|start|talk|do|get|go|review"
        r"|investigate"
        r"|update|discuss|consider|commit|merge|test|verify|figure|find|understand|double|try)\b",
        _INSENSITIVE,
    ),
    "speaks of looks": re.compile(
        r".*\b(?:button|screen|colou?r|font|left|right|top|bottom|header|footer|icon|width|height|column|row|title"
        r"|label"
        r"|padding|margin|hover|tooltip|modal|scroll|page|tab|layout|aligned?|arrow|emoji|screenshot|image #?\d)\b",
        _INSENSITIVE,
    ),
    "shows output": re.compile(
        r"\W*(?:\[?\d\d[:/]\d\d|error\b|warning\b|fatal\b|traceback|\$ |> |➜|✨|ℹ|❌|✅|at \w+\.|file:|e: "
        r"|\w*(?:error|exception|warning): )"
        r"|.*(?:\b(?:exception|stack trace)\b|\.(?:kt|java|py|ts|js|go):\d+)",
        _INSENSITIVE,
    ),
}
_IN_GENERAL = re.compile(
    r"\b(?:because|since|always|never|every|each|all|no longer|before (?:you|each|every|any)|so the|from now on)\b",
    _INSENSITIVE,
)
_QUESTION = re.compile(r"\?[\"')\]]*\s*$")
_HAS_REASON = re.compile(
    r"\b(?:as|since|because)\b.*\b(?:no longer|replaced|deprecated)|\brather than\b|\binstead of\b|\bwe decided\b"
    r"|\bno longer\b",
    _INSENSITIVE,
)
NAMES = (
    "question mark", "asks first", "asks inside", "says what one is doing", "wants it done", "starts an errand",
    "sends on an errand", "begins with a name in code", "changes something", "orders",
    "reports a fault", "specifies a case", "plans the work", "speaks of looks", "few words", "shows output",
    "names files",
)  # fmt: skip
"""The speech acts, as the head knows them."""
FEW_WORDS = 6


def speech_acts(text: str) -> frozenset[str]:
    """The names of all speech acts that fit a sentence."""
    start = opening(text.strip())
    acts = {name for name, pattern in ACTS.items() if pattern.match(start)}
    if "asks" in acts and "states with how" not in acts:
        acts.add("asks first")
    acts.discard("asks")
    acts.discard("states with how")
    if ACTS["asks inside"].search(text):
        acts.add("asks inside")
    if _QUESTION.search(text):
        acts.add("question mark")
    if len(text.split()) < FEW_WORDS:
        acts.add("few words")
    if text.count("@") > 1:
        acts.add("names files")
    return frozenset(acts)


def why_not(text: str, acts: frozenset[str]) -> str | None:
    """Why a person's sentence cannot be a fact whatever its words are, or None."""
    if acts & {"asks first", "asks inside", "question mark"} and not _HAS_REASON.search(text):
        return "a question"
    if "says what one is doing" in acts:
        return "what somebody is doing now"
    if "starts an errand" in acts or ("sends on an errand" in acts and not _IN_GENERAL.search(text)):
        return "an errand for now"
    if "shows output" in acts:
        return "output of a program"
    return None
