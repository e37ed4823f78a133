"""When a prompt is given a brief: with the first prompt of a goal, when the topic leaves it, after a compaction.

A goal begins with a prompt that says what is wanted, and lasts while prompts are about the same: they answer, go on, or
name again what its prompts, its files or the agent's last answer named. It changes where the person says so, or where a
prompt of some length names nothing of it. Short answers never change it, nor does a decision or a rule: what is said of
how to work is no work. Recall on every prompt makes agents worse.
"""

import re
from zlib import crc32

from lore.language import stem

FIRST, TOPIC, COMPACTED, GOES_ON = "first", "topic", "compacted", ""
SAYS_A_GOAL = 2
"""Terms of a prompt that can begin a goal."""
LEAVES = 4
"""Terms of a prompt that can leave the topic by itself: a shorter one is an answer, or goes on."""
SHARED = 0.15
"""The share of its terms that a prompt has in common with its goal, from which it is about it."""
LOOKED_AT = 4_000
"""Characters of a prompt that are looked at."""
_WORD = re.compile(r"[^\W_]+(?:['’][a-z]+)?")
_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+|[^\W\dA-Za-z_]+")
_TURNS = re.compile(
    r"^\W*(?:(?:ok(?:ay)?|great|thanks?|good|perfect|nice|cool|alright|now|and|so)[\s,.!:;–-]+)*"
    r"(?:(?:new|next|another|different|other) (?:task|topic|thing|issue|feature|ticket|question|goal)\b"
    r"|(?:let'?s|we) (?:switch|move on|turn to|go to something)|switch(?:ing)? to\b|moving on\b|something else\b"
    r"|forget (?:that|this|about)\b|unrelated\b|on another (?:note|topic)|separately\b"
    r"|neue aufgabe|etwas anderes|anderes thema|jetzt zu\b|als nächstes\b)",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r"^\W*(?:yes|yep|yeah|no|nope|ok(?:ay)?|sure|continue|go (?:on|ahead)|proceed|do it|retry|try again|again|also|and"
    r"|but|wait|stop|hmm+|why|what about|how about|instead|still|same|it|that|this|those|these|not yet|thanks?|lgtm"
    r"|looks|ja|nein|weiter|mach|auch|und|aber|warum)\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^.!?\n]+(?:[.!?](?!\s|$)[^.!?\n]*)*[.!?]*")
LONGEST_QUESTION = 160
"""Characters of a prompt that asks nothing else."""
_LOOKS_BACK = re.compile(
    r"\bwhere (?:were|was|are) (?:we|i)\b|\bwhere did (?:we|i) (?:stop|leave|get)"
    r"|\bwhat (?:were|was) (?:we|i) (?:doing|working)|\b(?:pick up|continue|carry on|resume) (?:from )?where (?:we|i)\b"
    r"|\bwo waren wir\b|\bwo (?:sind|haben) wir (?:stehen|aufgehört)|\boù en étions"
    r"|\bdónde (?:estábamos|nos quedamos|lo dejamos)|どこまで(?:やった|進んだ)",
    re.IGNORECASE,
)
_WE_DECIDED = (
    r"(?:we|i|the team)(?:['’]ve| have)? (?:now |just |finally |all |also )*(?:decided|agreed|chose|settled|opted"
    r"|picked|prefer|switched|will (?:keep|stay|stick)|never|always|no longer|don['’]t want|only use)\b"
)
_HOLDS = (
    r"(?:the )?decision\b|we(?:['’]re| are) (?:going|sticking|staying) with\b|from now on\b|going forward\b"
    r"|in (?:the )?future\b|as a rule\b|by default\b|always\b|never\b|remember\b|keep in mind\b"
    r"|(?:do not|don['’]t) ever\b|i(?:['’]d)? prefer\b|let['’]?s (?:keep|stick|stay|go with)\b"
    r"|wir haben (?:uns )?\w*\s?(?:entschieden|beschlossen)|ab jetzt\b|ab sofort\b|immer\b|niemals\b|nie\b"
)
_FILLER = r"ok(?:ay)?|so|and|also|please|note(?: that)?|remember(?: that)?|btw|by the way|one more thing"
_STATES = re.compile(
    rf"^\W*(?:(?:{_FILLER})[\s,:–-]+)*"
    rf"(?:{_WE_DECIDED}|{_HOLDS})|\bfrom now on\W*$",
    re.IGNORECASE,
)
"""How a sentence begins that says what was decided, or how work is done, and asks for nothing."""
_COMMAND = re.compile(r"/[A-Za-z][\w:-]*(?:\s|$)")
_LITTLE_WORDS = """
a about above after again all also am an and any are as at be because been before being below between both but by
can cannot could did do does doing don done down during each else ever every few find fix for from further get give
go good got had has have having he help her here hers him his how i if in instead into is it its itself just keep
let like look looks make makes many may me might more most much must my need needs new no nor not now of off on
once one only or other our ours out over own please put really run same see she should so some something still such
sure take than thank thanks that the their theirs them then there these they thing things think this those through
to too try under until up us use used using very want wants was way we well were what when where which while who
why will with work works would yes yet you your yours add change check code file files line lines implement update
create write show tell know say does way problem issue error wrong right thing test tests bug der die das ein eine
und oder nicht ist sind mit für auf von zu den dem im in es ich du wir sie bitte mal
"""
_LITTLE = frozenset(_LITTLE_WORDS.split())


def asks_where_we_were(prompt: str) -> bool:
    """Whether a prompt asks what went on before, and little else."""
    return len(prompt) <= LONGEST_QUESTION and _LOOKS_BACK.search(prompt) is not None


def change_of_goal(prompt: str, goal: str, about: "list[int]", *, compacted: bool) -> str:
    """Why a prompt is given a brief: `first`, `topic`, `compacted`, or nothing where the goal goes on.

    goal: the prompt that the present goal began with, empty where none has. about: marks of the terms of that goal.
    """
    said = terms(_asked(prompt))
    if _is_command(prompt):
        return GOES_ON
    if compacted:
        return COMPACTED
    if not said and terms(prompt):
        return GOES_ON
    if not goal:
        return FIRST if len(said) >= SAYS_A_GOAL else GOES_ON
    if _TURNS.match(prompt):
        return TOPIC if said else GOES_ON
    return TOPIC if _leaves(prompt, said, about) else GOES_ON


def _asked(prompt: str) -> str:
    """A prompt without the sentences that only state a decision or a rule."""
    return " ".join(found for found in _SENTENCE.findall(prompt[:LOOKED_AT]) if not _STATES.search(found))


def _leaves(prompt: str, said: "list[str]", about: "list[int]") -> bool:
    needed = LEAVES * 2 if _GOES_ON.match(prompt) else LEAVES
    if len(said) < needed:
        return False
    known = set(about)
    return sum(mark(term) in known for term in said) < SHARED * len(said)


def terms(text: str) -> "list[str]":
    """What a text names: its words without the little ones, each once, in their order; a name in parts is its parts."""
    found: dict[str, None] = {}
    for word in _WORD.findall(text[:LOOKED_AT]):
        for part in _PARTS.findall(word):
            term = stem(part.lower())
            if len(term) > 1 and part.lower() not in _LITTLE and term not in _LITTLE:
                found[term] = None
    return list(found)


def mark(term: str) -> int:
    """What is kept of a term: enough to know it again, and no word of it."""
    return crc32(term.encode("utf-8", "surrogatepass"))


def _is_command(prompt: str) -> bool:
    """Whether it is a command of the agent's program, which no model answers as it stands."""
    begins = prompt.lstrip()
    return _COMMAND.match(begins) is not None or begins.startswith("!")
