"""What sort of sentence somebody wrote, told by closed classes of words: a question, an order, about one thing only.

English alone has such classes here: of a sentence in another language only its marks tell something.
"""

import re

from lore.language import word_set

_REQUEST = r"(?:(?:can|could|would|will) (?:you|we|u)\b|please\b|pls\b|let'?s\b|(?:i|we) (?:want|need|would like)\b)"
_LEADS_IN = r"(?:(?:and|also|now|then|so|but|ok(?:ay)?|alright|yes|no|great|btw|just|hmm|actually|next)\b[\s,.:!-]*)*"
_QUESTION = re.compile(
    rf"{_LEADS_IN}(?!{_REQUEST})(?:why|what|how|where|who|which|when did|is|are|was|were|do|does|did|has|should"
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
_CAN_YOU = re.compile(rf"{_LEADS_IN}(?:can|could|would|will) (?:you|we|u)\b", re.I)
_ONE_THING = re.compile(
    r"(?<![\w&])#\d+\b|\b(?:pr|pull request|issue|ticket|mr|bead)s? #?\d+\b|/(?:pull|issues|commit|merge_requests)/\w+"
    r"|\b(?:this|that) (?:pr|pull request|branch|commit|issue|ticket|mr)\b|\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}\b",
    re.I,
)

_LASTING = re.compile(
    r"\b(?:always|never|no longer|should(?:n'?t)?|must|needs? to|(?:have|has) to|by default|default|we want"
    r"|every|going forward|from now on|because|since|instead of|rather than|is not|isn'?t)\b|, not ",
    re.I,
)
_OF_THE_DAY = re.compile(
    rf"{_LEADS_IN}(?:{_REQUEST}\s*)?(?:please |pls )?(?:add|apply|build|change|check|checkout|clean|close|commit"
    r"|continue|copy|create|debug|delete|deploy|do|drop|edit|explain|find|fix|force|get|give|go|implement|install"
    r"|investigate|kill|launch|list|look|make(?! sure)|merge|move|open|pull|push|read|rebase|refactor|release|remove"
    r"|rename|replace|restart|restore|revert|review|rewrite|run|set|simplify|spawn|start|stop|submit|switch|take"
    r"|tell|test|try|undo|update|upgrade|verify|wait"
    r"|(?:post|publish|put|save|send|show)(?! (?!the |this |that |it |them )[^.]* (?:to|in|into|under|on) ))\b",
    re.I,
)
"""Orders that are done once they were carried out."""
_FOR_GOOD = re.compile(
    r"\b(?:always|never|every|each|only|whenever|when|if|before|after|until|unless|while|once|instead|rather than"
    r"|don'?t|without|by default|from now on|going forward|in (?:the )?future|must|should|with|via"
    r"|using|through|first|per)\b"
    r"|[,;]\s*(?:and )?not\b|\bnot to\b|\bdo not\b",
    re.I,
)
"""What makes of an order a rule: when, how, how often, or what not."""
_POINTS = re.compile(
    r"\b(?:(?:this|that|these|those)(?= [a-z])|the (?:old|new|failing|broken|last|latest|current|above|same))\b"
    r"|^\W*(?:\w+\W+){1,2}(?:it|them)\b",
    re.I,
)
_MAKES = re.compile(
    rf"{_LEADS_IN}(?:{_REQUEST}\s*)?(?:please |pls )?(?:add|change|close|create|delete|drop|edit|fix|make|move|open"
    r"|remove|rename|restore|revert|update)\b",
    re.I,
)
_MANNER = re.compile(r"\b(?:with|via|using|through|first|per|if)\b", re.I)
"""How something is made once says nothing of the next time."""
_ENDS = re.compile(r"(?<=[.!?;])\s+")
_CLAUSES = re.compile(r"[,:]\s|\s[-–—]\s|\s(?=(?:please|pls|(?:can|could|would) (?:you|we))\s)", re.I)
_PARTICIPLE = re.compile(r"(?:set|read|run|put)\b", re.I)
"""Behind a comma these are what was done, not what is to be done."""
_SAID_BEFORE = re.compile(
    rf"^{_LEADS_IN}(?:(?:it|they)\b|(?:this|these|those|that)(?:'s| (?:is|was|are|were|should|must|will|can|does|did"
    r"|has)\b))"
    r"|^\W*(?:\w+ )?(?:once|when|after) (?:you(?:'?re| are) )?(?:done|finished|ready)\b"
    r"|^\w+ (?:that|this|it|those|these)[,.!;]|\b(?:use|do|keep|restore|remove|need|want) (?:that|this|it)(?=[.!,;]|$)"
    r"|\b(?:this|these|those) (?!repo\b|repository\b|project\b|codebase\b|is\b|in\b|way\b)[a-z]+",
    re.I,
)
_FOR_NOW = re.compile(
    r"\b(?:recently|currently|at the moment|for now|right now|so far|(?:today|tomorrow|tonight|yesterday)(?!['’]s)"
    r"|this (?:time|week|month))\b|(?:\bnot?\b|n['’]t\b)[^.;!?]*\byet\b",
    re.I,
)
"""What is said of a day, and ends with it."""
_GUESSES = re.compile(
    rf"{_LEADS_IN}(?:(?:i|we)(?: would|'d)? (?:suspect|assume|guess|wonder|suppose)|maybe|perhaps|not sure"
    r"|(?:it )?(?:might|seems?)|probably)\b",
    re.I,
)
_AGREES = re.compile(r"^\W*(?:yes|yeah|yep|yup|ok(?:ay)?|sure|right|correct|exactly)\b", re.I)
_FOR_EVER = re.compile(r"\b(?:always|never|every|each|any|whenever|from now on|going forward|by default)\b", re.I)
_ENGLISH = word_set(
    "the a an of to is are be it its and or for with we you our your not don't that this from by as everywhere"
)
_FINITE = word_set(
    """
    is are was be must should shall can cannot can't may might will won't would has have had does do did don't doesn't
    isn't aren't mustn't shouldn't never it's that's there's we're they're i'm we've let's
    """
)
RULE_VERBS = word_set(
    """
    accept add align allow answer apply ask assume avoid batch begin belong bind block bring build bump cache call
    catch cause change check choose cite clean close come comment commit compare compile consider contain continue
    copy cost count cover crash create cut debug decide declare default define delete depend deploy describe disable
    document draft drop edit emit enable encode end ensure enter escape establish execute exist exit expect explain
    export expose fail favor favour fetch find finish fix follow forbid forget format generate get give go group
    guard handle happen hide hold ignore implement import include indent index inject install keep lead leave let
    limit link lint list live load log look maintain make mark mask match mean measure mention merge migrate mock
    move name need nest note offer open order own parse pass pick pin place plan prefer prefix present preserve
    print provide publish pull push put quote raise reach read rebase refer refuse reject release rely remember
    remove rename render replace report require reset resolve respect restart retry return reuse review roll run
    save say scale search see send serve set ship show shut sign skip sort spawn speak specify split squash stage
    start state stay stop store strip submit supply support switch sync tag take target tell test think throw track
    translate treat trim trust try turn type uninstall update upgrade use validate verify wait want warn work wrap
    write
    """
)
"""Verbs in which the rules of a repository are worded: without a dictionary a fragment is told by having none."""
_ENDS_OF_VERBS = ("s", "es", "d", "ed")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
FEWEST = 3
"""Words of a sentence; two only where the first is an order that lasts: "use pnpm"."""


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
    is_stated = any(not is_order(part) and not is_question(part) and len(part.split()) > FEWEST for part in parts)
    return is_stated or _LASTING.search(sentence) is not None


def is_of_the_day(text: str) -> bool:
    """Whether it orders what is done with once it was carried out, in one of its sentences or clauses.

    Such an order says neither when, how nor what not.
    """
    return any(
        _is_errand(clause, sentence)
        for sentence in _ENDS.split(text)
        for number, clause in enumerate(_CLAUSES.split(sentence))
        if not (number and _PARTICIPLE.match(clause))
    )


def asks_once(text: str) -> bool:
    """Whether it may be done with once it was carried out: how it is done makes no rule of it."""
    asked = _CAN_YOU.match(text) is not None and not _FOR_EVER.search(text)
    return asked or is_of_the_day(_MANNER.sub(" ", text))


def is_guess(text: str) -> bool:
    """Whether somebody only supposes it."""
    return _GUESSES.match(text) is not None


def points(text: str) -> bool:
    """Whether it speaks of what was said before it: "it only logs the score", "remove that", "yes, fully clean"."""
    answers = _AGREES.match(text) is not None and not _FOR_EVER.search(text)
    return answers or _SAID_BEFORE.search(text) is not None


def is_for_now(text: str) -> bool:
    """Whether it says itself that it holds for a while: "no users yet", "for now"."""
    return _FOR_NOW.search(text) is not None


def _is_errand(clause: str, sentence: str) -> bool:
    order = _OF_THE_DAY.match(clause)
    if order is None or _names_what_does(_words(clause)[len(_words(order[0])) - 1 :]):
        return False
    if _MAKES.match(clause) and _FOR_GOOD.search(_MANNER.sub(" ", sentence)) is None:
        return True
    return _FOR_GOOD.search(sentence) is None or (
        _POINTS.search(sentence) is not None and not _FOR_EVER.search(sentence)
    )


def is_fragment(sentence: str) -> bool:
    """Whether it is no whole sentence: without a verb and what it is about. Without English words nobody can tell."""
    words = _words(sentence)
    if len(words) < FEWEST:
        return len(words) < FEWEST - 1 or words[0] not in RULE_VERBS
    if _ENGLISH.isdisjoint(words):
        return False
    return not any(_is_verb(words, place) for place in range(len(words)))


def _words(sentence: str) -> list[str]:
    return [word.casefold().replace("’", "'") for word in _WORD.findall(sentence)]


def _names_what_does(words: list[str]) -> bool:
    """Whether what looks like an order begins the name of what does something: "commit messages follow"."""
    if len(words) <= FEWEST or words[1] in _BEFORE_NOUNS | _NAMES_NOTHING:
        return False
    several = words[1].endswith("s") and words[2] in RULE_VERBS
    return several or any(
        (words[place] in _FINITE and words[place - 1] != "to")
        or (words[place].endswith("s") and words[place] not in RULE_VERBS and _is_verb(words, place))
        for place in range(2, min(5, len(words)))
    )


def _is_verb(words: list[str], place: int) -> bool:
    """Whether a word is one that says what is done: an order where it comes first or behind who does it."""
    word = words[place]
    if word in _FINITE:
        return True
    if word in RULE_VERBS:
        return place == 0 or words[place - 1] not in _BEFORE_NOUNS
    stems = [word.removesuffix(end) for end in _ENDS_OF_VERBS if word.endswith(end)]
    stems += [word[:-3] + "y"] if word.endswith("ies") else []
    return place > 0 and words[place - 1] not in _BEFORE_NOUNS and not RULE_VERBS.isdisjoint(stems)


_NAMES_NOTHING = word_set("what how why which who where whether if that this it me us them")
_BEFORE_NOUNS = word_set("the a an of our my your their its for in on at with by as from new old no all every each per")
