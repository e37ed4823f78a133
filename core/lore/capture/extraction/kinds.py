"""Which kind of fact a sentence states: the first rule that fits. Kinds overlap, so the order of the rules counts."""

import re
from collections.abc import Sequence

from lore.model import Kind, Role

_Rule = tuple[Kind, re.Pattern[str]]


def _rule(kind: Kind, pattern: str) -> _Rule:
    return kind, re.compile(pattern, re.IGNORECASE)


_BY_A_PERSON: Sequence[_Rule] = (
    _rule(
        Kind.CORRECTION,
        r"^(?:no|nope|nah|wrong)\b[\s,.!]|\b(?:is|are|that'?s) (?:\w+ )?(?:wrong|incorrect|not (?:right|correct"
        r"|true))\b"
        r"|\bwe (?:decided|agreed)\b.*\bnot\b|\bsupposed to be\b|\bi (?:said|told you|suggested)\b|\bthat'?s "
        r"what\b.*\b(?:for|is)\b"
        r"|\bshould (?:only |always )?be\b.*\bnot\b|\bshould(?:n'?t| not) be (?:in|on|at|under)\b|\bi thought we\b"
        r"|\buse\b.{2,60}(?:\binstead of\b|\brather than\b|, not\b)|\bremind you\b|\bthe opposite\b",
    ),
    _rule(
        Kind.PREFERENCE,
        r"\bi(?:'d| would)?(?: really| always| never| only)* (?:prefer|hate|love|dislike)\b|\bi (?:don'?t|do not) "
        r"(?:like|want)\b"
        r"|\bi(?:'d| would) rather\b|\bi like (?:it|to|when)\b|\bdon'?t (?:tell|ask) me\b|\bplease (?:always|never"
        r"|don'?t|answer|write)\b"
        r"|\bi would only want\b|\bcall me\b|\bi always\b|\bi never\b",
    ),
    _rule(
        Kind.CONVENTION,
        r"\b(?:always|never|every ?time|from now on|going forward|in general)\b|\b(?:convention|naming|kebab|camel "
        r"?case"
        r"|snake ?case|coding style|house style|rule)\b|\bmake sure (?:you|to) always\b|\bdo(?:n'?t| not) ever\b"
        r"|^(?:use|keep|put|avoid|prefer|follow|don'?t|do not|never|always|ensure|write|run)\b.*\b(?:all|any|every"
        r"|each|only|in (?:this|the|our) (?:repo|project)|before you|instead)\b"
        r"|\btests? (?:go|live|belong)\b|\bfor all\b|\bmust (?:stay|be|have|use|not)\b|\bwe squash\b|\bwherever we "
        r"can\b",
    ),
    _rule(
        Kind.SYSTEM,
        r"\bport \d{2,5}\b|\bwe(?:'re| are) on \w[\w.+#-]* v?\d|\blocalhost\b"
        r"|\b(?:runs|hosted|deployed|installed|lives) (?:on|at|under|in)\b.*[/:.\d]"
        r"|https?://\S+ is\b"
        r"|\b(?:access|credentials?|account|secret)s? (?:is|are|already)\b|\blocal copy\b|\bworktrees?\b|\bdocker\b",
    ),
    _rule(
        Kind.SOLUTION,
        r"\b(?:root cause|caused by|the fix|the (?:issue|problem|bug) (?:is|was)|workaround|solved (?:by|when)"
        r"|happens because)\b",
    ),
    _rule(
        Kind.EVENT,
        r"\b(?:yesterday|last (?:week|month|night)|released|launched|on (?:mon|tues|wednes|thurs|fri)day we)\b",
    ),
    _rule(
        Kind.DECISION,
        r"\b(?:we|i)(?:'d| would| do)? ?(?:don'?t |do not |no longer )?(?:should|want|need|decided|agreed|will|are "
        r"going|'re going|"
        r"replac\w+|would like|go with|going with|support)\b|\blet'?s\b|\bkeep\b|\bdrop\b|\bno longer\b|\binstead\b"
        r"|\bship\b"
        r"|\b(?:should|must|needs? to)\b|\bno (?:need|backward)\b|\bremove\b|\bonly\b",
    ),
    _rule(Kind.DECISION, r"\b(?:we|i)(?:'d| would)\b"),
    _rule(
        Kind.CONVENTION,
        r"^(?:(?:please|just|so|and|also|then)[, ]+)*(?:write|put|keep|use|don'?t|do not|never|always|make|follow|avoid"
        r"|name|call|run|prefer|only|change)\b",
    ),
    _rule(Kind.LESSON, r"\b(?:fails?|failed|because|reason being|turn(?:s|ed) out)\b"),
)
_BY_AN_AGENT: Sequence[_Rule] = (
    _rule(
        Kind.SOLUTION,
        r"\b(?:root cause|caused by|the fix|fix(?:ed|es)?\b.*\bby|fix:|the (?:issue|problem|bug|error"
        r"|culprit)\b.*\b(?:is|was|occurr)"
        r"|happen(?:s|ed) because|occurr?(?:s|ed) because|workaround|this (?:stops|prevents|fixes|eliminates)|now "
        r"(?:uses?|navigates?|splits?"
        r"|checks?|resolves?)|so that|instead of)\b",
    ),
    _rule(
        Kind.CONVENTION,
        r"\b(?:convention|house (?:rule|style)|per (?:the )?(?:project|repo)|linting rule|the pattern is|every new"
        r"|must have|must be"
        r"|naming|always (?:use|run)|never (?:use|commit|push))\b",
    ),
    _rule(
        Kind.SYSTEM,
        r"\bport \d{2,5}\b|\blocalhost\b|\bhttps?://\S+|\b(?:secret|token|permission|access"
        r"|credential)s?\b.*\b(?:repo|github|settings|env|"
        r"workflow|organization)\b|\brunning (?:on|at)\b|\binstalled\b",
    ),
    _rule(
        Kind.TASK,
        r"\b(?:still (?:needs?|to do|missing)|not (?:yet )?(?:implemented|logged|scoped|done)|todo|follow-?up"
        r"|before (?:the )?next|"
        r"tracked (?:in|as)|logged as|remaining)\b",
    ),
    _rule(
        Kind.LESSON,
        r"\b(?:does(?:n'?t| not)|do(?:n'?t| not)|never|only|requires?|can(?:'?t|not)|won'?t|ignores?|strips?"
        r"|rewrites?|flaky|silently"
        r"|turns out|even (?:if|though)|unless|must (?:immediately|match)|generally)\b",
    ),
    _rule(
        Kind.DECISION,
        r"\b(?:decid\w+|chose|kept|keep|removed|replaced|dropped|reserved|by design|enabled by default|default|no "
        r"longer|simplified"
        r"|consolidated|policy|defer\w*|ship|recommend\w*|should)\b",
    ),
    _rule(
        Kind.LESSON,
        r"^[*_]*`?[a-z][\w.-]*`?(?:['’]s \S+)? (?:creates?|validates?|allows?|reads?|returns?|flushes|generates?|has"
        r"|treats?|writes?)\b",
    ),
    _rule(
        Kind.SOLUTION,
        r"\b(?:was|were|got|didn'?t|wasn'?t|hadn'?t|bug|culprit|mismatch|broke|breaks|failed|failing)\b"
        r"|^[*_]*(?:added|replaced|sort|stop|call|split)\b",
    ),
)


def kind_of_statement(text: str, role: Role) -> Kind:
    """The kind of a sentence that states a fact: `project` where no rule fits."""
    rules = _BY_A_PERSON if role is Role.USER else _BY_AN_AGENT
    return next((kind for kind, pattern in rules if pattern.search(text)), Kind.PROJECT)
