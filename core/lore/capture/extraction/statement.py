"""From the words of a message to the statement that is kept: the person's own words, and readable on their own.

What a statement points at ("it", "this", "the fix") is put in its place or in front of it, from the same message or
from the question that it answers; where neither says it, the statement is refused. Code, paths, names and marks are
never changed: only what leads in ("ok so", "no,") and marks of layout outside code go.
"""

import re
from dataclasses import dataclass

from lore.capture.extraction.pointing import AUXILIARY, IN_CODE, NO_SUBJECT, POINTER, SAYS, points

_LEAST, _FEW = 12, 5
"""Characters that must be left of a statement; words of a text that is too short to tell its language."""
_LONGEST_CONTEXT, _LONGEST_LEAD = 220, 120
"""Characters of a sentence, and of what announces a list, that may stand in front of a statement."""
_FILLER = re.compile(
    r"(?:(?:ok(?:ay)?|so+|well|and|but|yes|yeah|yep|right|alright|cool|great|perfect|good|nice|thanks?|thank you|h+m+"
    r"|uh+|umm+|m+k+|oh+|ah|ugh|btw|actually|wait|hey|one more thing|looks? good|got it|sure|understood|also|again|nope"
    r"|i mean(?= (?:we|you|i|they|the|it|there)\b)"
    r"|sorry|please note(?: that)?|note that|no(?=\s*[,.!:;…])|as (?:i|we) (?:said|told you)"
    r"|(?:i|we)(?: already)? (?:told you|said)(?=\s*[,:]))\b(?!['’/_`*-])(?:[\s,.!:;…—]|-(?=\s))*)+",
    re.IGNORECASE,
)
_ACKNOWLEDGES = re.compile(
    r"(?:and |so |but )?(?:(?:mostly |exactly |partly )?(?:yes|no|right|correct|true|agreed|exactly)|you(?:['’]re| are)"
    r"|your [\w ]{2,30} is|that(?:['’]s| is))\b[^:`.?]{0,40}(?<!\b(?:this|that|like)): ",
    re.IGNORECASE,
)
"""An answer before what is said: "You're right: …", "Mostly yes, but with one nuance: …"."""
_ITEM = re.compile(r"(?:\s*(?:[-*+•]|\d+[.)]|\(\d{1,2}\)|#+|>|[☀-❭❰-➓➕-➛➝-➿⬀-⯿🌀-🫿]️?)\s+)+")
"""What leads in a list entry: a mark, its number, a picture."""
_SPACES = re.compile(r"(`[^`\n]*`)|\s+")
_ASIDE = re.compile(r"\(([^()]{12,})\)[.!]?")
"""A sentence between brackets says what it says without them."""
_EMPHASIS = re.compile(r"`[^`]*`|(?<![\w*/.\\])\*\*(?=[^\s*])|(?<=[^\s*])\*\*(?![\w*/\\]|\.\w)")
"""A span of code, which is passed over, or a mark of bold words at the edge of a word."""
_HALF_MARK = re.compile(r"`[^`]*`|(?<=[\w`])\*(?=[:,.)]* |[:,.)]*$)")
"""The end of leaning words whose beginning was a mark of layout: "Warn once*: …"."""
_LOCAL_LINK = re.compile(r"\[([^\]\n]+)\]\((?:file://)?(?:/|[A-Za-z]:\\)[^()\s]*\)")
"""A link to a file of one machine: only its words say something elsewhere."""
_RAISED = frozenset(
    {"a", "all", "always", "an", "and", "any", "avoid", "both", "do", "don't", "each", "every", "for", "from", "if"}
    | {"in", "it", "it's", "keep", "make", "my", "never", "no", "on", "only", "our", "please", "prefer", "should"}
    | {"so", "that", "the", "there", "these", "they", "this", "those", "to", "use", "we", "we'd", "we're", "we've"}
    | {"when", "whenever", "with", "without", "you"}
)
"""Words of no project. Others keep their small letter: nobody knows which of them are names."""
_NAME = r"`[^`\n]{1,80}`|[\w.-]+/[\w./-]+|[a-zA-Z]+(?:[_.]\w+)+|[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|--[a-z][\w-]+|#\d+"
NAMES = re.compile(_NAME)
"""What names a thing of a project: code, a path, an identifier, an option, a number of an issue."""
_ELSEWHERE = re.compile(
    r"^\(?(?:\d{1,2}|[a-d])\)?, |^(?!.*\(1\)).*(?<!\w)\(\d{1,2}\)"
    r"|\b(?:above|below|(?:option|step|image|item|point|choice|phase|observation|finding) #?(?:\d+|[a-d])\b"
    r"|as (?:mentioned|described|discussed)|the (?:following|former|latter)|line \d+|attached|screenshot)",
    re.IGNORECASE,
)
_CUT = re.compile(r"(?:[:：]|\.\.+|…|,|;|\b(?:and|or|but|the|a|to|of|with|because|that))[*_\s]*$", re.IGNORECASE)
_CODE = re.compile(r"`[^`\n]*`|(?<!\S)\(?(?:\d{1,2}|[a-z])\)|[:;]-?[()]")
"""Spans of code, numbers of items and faces: their brackets have no partner."""
_BRACKETS = (("(", ")"), ("[", "]"))
_CELL = re.compile(r"\s\|\s")
_PROGRAM = re.compile(
    r"[^`]*[;{}]$|\"[\w.-]+\": |\d+→|[$❯➜%] \S|\d{4}-\d\d-\d\d[ T]\d\d:\d\d|[^`]*(?:[│├└]|\^\^)"
    r"|at \S+ \(?\S+:\d+|at \S+:\d+:\d+|File \"[^\"]+\", line|(?:Uncaught )?\w*(?:Error|Exception): "
    r"|import [\w{*].* from ['\"]|from [\w.]+ import |(?:export |async )*(?:default )?"
    r"(?:const|let|var|function|class|def) [\w$]+ ?(?:[=(:{<]|extends\b)|return [\w$.]+\(|//|/\*|\w+\([^()]*\)$"
    r"|(?:cd|echo|chmod|git|npm|pip|sudo|export) [^ ]*[/$\"'=~][^ ]*(?: |$)|[^`]* (?:&&|\|\||2>&1) "
)
"""A line of a program, of its output or of a shell."""
_VERB = re.compile(
    rf"\b(?:{AUXILIARY}|be|been)\b|['’](?:s|re|ve|ll|d|m)\b|(?<!\w)(?!\w*ss\b)[a-z]{{3,}}(?:s|ed)\b(?! [-–—:])",
    re.IGNORECASE,
)
"""What may be a finite verb: an auxiliary, or a word that ends like one."""
_BRACKETED = re.compile(r"\([^()]*\)")
_OPENS_ACTION = re.compile(
    r"(?:please|always|never|only|don['’]?t|do|use|keep|add|avoid|make|set|run|prefer|put|remove|return|store|treat|call"
    r"|read|write|fix|check|ensure|update|create|move|let|we|i|you|they|it|there|if|when|both|all|each|every|no)\b",
    re.IGNORECASE,
)
"""Words that open a clause: an order, a rule, who acts."""
_OPENS_CLAUSE = re.compile(r"(?:if|when|once|after|before|while|to|for|in|on|at|with) [^,]+, \w", re.IGNORECASE)
_ENGLISH = re.compile(r"\b(?:the|an?|of|for|to|in|on|with|and|or|not|no|by|from|as|at)\b", re.IGNORECASE)
_ANNOUNCES_ACT = re.compile(
    r"(?:let (?:me|us)|let['’]s|(?:i|we)['’](?:ll|m|ve)|i will|here|now (?:i|let))\b", re.IGNORECASE
)
"""A speaker who announces what they do, did or show: no part of a statement."""
_LEADS_IN = re.compile(
    r"(?:(?:that|this|it|which) (?:also )?(?:means|implies)(?: that)?|that['’]?s why)"
    r" (?=(?:the|our|we|all|every|each|no|only|a|an|any|`)\b|`)",
    re.IGNORECASE,
)
_ASKED = re.compile(
    r"(?:is|are|was|were|does|do|did|should|must|can|could|will|would|may)"
    rf" (?P<subject>(?:the|our|my|your|all|every|each) [\w`'’./-]+|{_NAME})(?!\w)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Context:
    """What stands around a sentence."""

    previous: str = ""
    """The sentence before it in its paragraph or list, or ""."""
    asked: str = ""
    """The question that its message answers, or ""."""
    lead: str = ""
    """What announces the list it is an entry of ("The release needs:"), or ""."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement that can be read on its own."""

    text: str
    from_previous: bool = False
    """Whether words of the sentence before it stand in it."""


def self_contained(quote: str, context: Context) -> Statement | None:
    """The quotation as a statement that needs nothing else; None where it points at what is not there."""
    text = plain(quote)
    if _is_cut(text):
        return None
    if lead_in := _LEADS_IN.match(text):
        text = text[lead_in.end() :]
    if context.lead and (NO_SUBJECT.match(text) or is_fragment(text)):
        return _under(text, context.lead)
    if not points(text):
        return Statement(as_statement(text)) if len(text) >= _LEAST else None
    return _resolved(text, context)


def plain(quote: str) -> str:
    """The quotation in one line, without what leads in and without marks of layout outside code."""
    text = _EMPHASIS.sub(lambda match: match.group() if match.group().startswith("`") else "", quote)
    text = _SPACES.sub(
        lambda match: match[1] or " ", text[item.end() :] if (item := _ITEM.match(text)) else text
    ).strip()
    text = _LOCAL_LINK.sub(r"\1", text)
    if IN_CODE.sub("", text).count("*") == 1:
        text = _HALF_MARK.sub(lambda match: match.group() if match.group() != "*" else "", text)
    if aside := _ASIDE.fullmatch(text):
        text = aside[1]
    found = _FILLER.match(text)
    return text[found.end() :] if found and len(text) - found.end() >= _LEAST else text


def as_statement(text: str) -> str:
    """The text with a capital and a full stop, where neither changes a name, and without what it answers."""
    if (found := _ACKNOWLEDGES.match(text)) and len(text) - found.end() >= _LEAST:
        text = text[found.end() :]
    first, last = re.match(r"[\w'’-]*", text), text.split()[-1:]
    if first and first.group().replace("’", "'") in _RAISED:
        text = text[0].upper() + text[1:]
    ends_in_name = bool(last) and NAMES.search(last[0]) is not None and not text.endswith("`")
    return text if ends_in_name or text.rstrip('"”’)*_')[-1:] in ".!?。！？…" else text + "."


def is_fragment(text: str) -> bool:
    """Whether a text has nothing that can be its verb, and opens no clause: an entry of a list that only names."""
    words = _BRACKETED.sub("", IN_CODE.sub("", text))
    return words.isascii() and not any((_VERB.search(words), _OPENS_ACTION.match(text), _OPENS_CLAUSE.match(words)))


def only_names(text: str) -> bool:
    """Whether an English text only names something, and says nothing of it."""
    return is_fragment(text) and (_ENGLISH.search(text) is not None or len(text.split()) <= _FEW)


def names_project(text: str) -> bool:
    """Whether a statement names a thing of its project: code, a path, an identifier."""
    return NAMES.search(text) is not None


def _is_cut(text: str) -> bool:
    """Whether a part of what a text says stands somewhere else, or it is no language of people."""
    if text.count("`") % 2 == 1 or text[:1] in tuple(",;:)]") or _CUT.search(text) or _PROGRAM.match(text):
        return True
    words = _CODE.sub("", text)
    is_open = any(words.count(left) != words.count(right) for left, right in _BRACKETS)
    return is_open or _CELL.search(words) is not None or _ELSEWHERE.search(NAMES.sub("", text)) is not None


def _resolved(text: str, context: Context) -> Statement | None:
    match = POINTER.match(text)
    if match is not None and (match["be"] or SAYS.match(match["rest"])):
        plural = match["pronoun"].lower() in ("they", "these", "those")
        if subject := _asked_about(context.asked, plural):
            be = "" if not match["be"] else " are" if plural else " is"
            return Statement(as_statement(f"{subject}{be}{match['rest']}"))
    before = plain(context.previous)
    if not before or len(before) > _LONGEST_CONTEXT or before.endswith("?") or _is_cut(before) or points(before):
        return None
    return Statement(f"{as_statement(before)} {as_statement(text)}", from_previous=True)


def _under(text: str, lead: str) -> Statement | None:
    """A part of a clause behind what announces it; None where that cannot stand alone either."""
    before = plain(lead).rstrip(":： *_")
    says_nothing = not 0 < len(before) <= _LONGEST_LEAD or before.endswith("?") or _ANNOUNCES_ACT.match(before)
    if says_nothing or _is_cut(before) or points(before, announces=True):
        return None
    return Statement(as_statement(f"{before[0].upper()}{before[1:]}: {text}"))


def _asked_about(question: str, plural: bool) -> str | None:
    """What a question asks about, where it agrees in number."""
    match = _ASKED.match(question)
    if match is None:
        return None
    subject = match["subject"]
    many = subject.endswith("s") and not subject.endswith(("ss", "us", "is")) and "`" not in subject
    return subject if many == plural else None
