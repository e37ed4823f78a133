"""What in a sentence speaks for or against its being worth keeping. Each cue is one expression with a name.

A cue decides nothing by itself: the head (`head.json`) weighs them all. Three of four sentences with strong cue words
hold nothing, and many facts hold none.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from lore.capture.extraction.words import (
    ASKING,
    AUXILIARY,
    FILLERS,
    IMPERATIVES,
    PAST,
    PRESENT,
    PRONOUN,
)


@dataclass(frozen=True, slots=True)
class Cue:
    """An expression, looked for in the whole sentence or where it begins after the fillers."""

    pattern: re.Pattern[str]
    opening: bool = False


def _in(pattern: str) -> Cue:
    return Cue(re.compile(pattern, re.IGNORECASE))


def _opens(pattern: str) -> Cue:
    return Cue(re.compile(pattern, re.IGNORECASE), opening=True)


def _exact(pattern: str) -> Cue:
    return Cue(re.compile(pattern))


_FILLER = re.compile(rf"^(?:(?:{FILLERS})\b[\s,.!:;…-]*)+", re.IGNORECASE)


def opening(text: str) -> str:
    """The sentence without "ok so", "hmm, but" and the like before it."""
    found = _FILLER.match(text)
    return text[found.end() :] if found and found.end() < len(text) else text


ASKS: Mapping[str, Cue] = {
    "question mark": _in(r"\?\W*$"),
    "asks first": _opens(
        rf"^(?:{ASKING}\b(?!ever)(?! (?:you|we|i|it) \w+ (?:is|are|should))|{AUXILIARY}\s+(?:{PRONOUN}"
        rf"|[a-z]+(?:-\w+)?)\b"
        r"|any\b|curious\b|wondering\b|i wonder|not sure\b)"
    ),
    "asks whether": _opens(
        r"^(?:is|are|am|was|were|do|does|did|can|could|should|would|will|have|has|had|isn'?t|aren'?t|doesn'?t|didn'?t"
        r"|can'?t|couldn'?t|shouldn'?t|wouldn'?t|won'?t)\b(?! not\b)"
    ),
    "asks inside": _in(
        rf"(?:[,;:—-]|\b(?:and|but|so|or|then|because|cause|since|see|know|tell me|wonder|check|clear|understand"
        rf"|explain|if)) (?:{ASKING} (?:{AUXILIARY}|{PRONOUN}|not|about|if)\b|{AUXILIARY} {PRONOUN}\b)"
    ),
    "asks for an opinion": _in(
        r"\b(?:do you think|any idea|does (?:that|this|it) mean|doesn'?t that|is (?:that|this) (?:right|correct|ok"
        r"|fine|it)"
        r"|is there (?:a|any)|are there|is it possible|any reason|why not|what if|how about|what about|which one"
        r"|thoughts|makes? sense|grill me|correct me)\b"
    ),
    "asks you to": _in(r"\b(?:can|could|would|will) (?:you|we|u)\b|\byou can\b"),
}
DEMANDS: Mapping[str, Cue] = {
    "instruction": _opens(
        rf"^(?:{IMPERATIVES})\b(?!\s+(?:is|are|was|were|has|have|does|will|should|must|tool|command)\b)"
    ),
    "instruction inside": _in(rf"(?:,| and| then|;|:|please) (?:{IMPERATIVES})\b"),
    "let us": _in(r"\blet'?s\b|\blets\b"),
    "please": _in(r"\b(?:please|pls|plz|kindly)\b"),
    "remember": _in(
        r"\b(?:remember|note that|keep in mind|be aware|don'?t forget|important|for (?:your |future )?reference|fyi"
        r"|memori[sz]e|make a note)\b"
    ),
}
TELLS: Mapping[str, Cue] = {
    "past first": _opens(rf"^(?:i(?:'ve| have)? |we(?:'ve| have)? |successfully |all )?(?:{PAST})\b"),
    "list of changes": _opens(rf"^(?:[*_`\d.)\s-]*)(?:{PAST})\b"),
    "doing first": _opens(r"^(?!during|nothing|everything|something|anything)\w+ing\b"),
    "about to": _in(
        r"\b(?:let me|i'?ll|i will|i'?m going to|i am going to|i'?m now|now i|next,? i|i need to|i should|i can"
        r"|let'?s (?:see|check|look|start|run|verify|try|do|get|continue|talk|investigate))\b"
    ),
    "reports": _opens(
        r"^(?:now|then|next|first|finally|after|before|let me|i'?ll|i will|i'?ve|i have|i'?m|here'?s|here is|here are"
        r"|summary|perfect|great|good|done|the (?:changes?|tests?|build|implementation|fix(?:es)?|file|output|diff"
        r"|error"
        r"|code) (?:is|are|was|were|now|has|have|shows?|pass))\b"
    ),
    "my state": _opens(r"^i(?:'?m| am|'?ve| have| was| just| did| opened| implemented| added| undid| will|'ll)\b"),
    "begins with I": _opens(r"^i\b|^i'"),
    "begins with this": _opens(r"^(?:this|that|it|these|those|they|he|she|which|there)\b"),
    "begins with the": _opens(r"^(?:the|a|an|all|each|every|any|our|both|some|no|only)\b"),
    "begins with code": _opens(r"^[*_]*`"),
    "begins with if": _opens(
        r"^(?:if|when|once|after|before|while|since|because|as|for|in|on|at|with|without|by|to|unless|until)\b"
    ),
    "says no": _opens(r"^(?:no|nope|nah|wrong|stop|don'?t)\b"),
    "status": _in(
        r"\b(?:done|complete[d]?|finished|pass(?:es|ed|ing)?|green|ready|committed|pushed|merged|successfully|working"
        r"|fixed|all good|looks? good|tests? pass)\b"
    ),
    "work at hand": _in(
        r"\b(?:plan|phase|step|task|todo|next|implementation|branch|commit|pr|pull request|review|comment|issue "
        r"#?\d+)\b"
    ),
    "sees": _in(
        r"\b(?:i (?:see|saw|got|get|noticed|notice|keep|still|'m seeing|am seeing|don'?t (?:see|know|understand|think"
        r"|recall|get)|can'?t (?:see|find))|shows? up|displays?|pops? up|looks? like|appears? to|seems?)\b"
    ),
    "fault seen": _opens(
        r"^(?:it|that|this|there|they|the \w+|i'?m|i am|i still|still|now)\b[^.]{0,30}\b(?:not|n'?t|fail\w*"
        r"|error\w*|broken"
        r"|wrong|still|stuck|missing|weird|confusing)\b"
    ),
    "trouble": _in(
        r"\b(?:wrong|bad|broken|fail(?:s|ed|ing|ure)?|errors?|bug|issues?|problem|crash(?:es|ed)?|weird|confusing"
        r"|doesn'?t work|not working|missing|incorrect|flaky)\b"
    ),
}
POLICY: Mapping[str, Cue] = {
    "we": _in(r"\bwe\b|\bour\b|\bours\b|\bus\b"),
    "you are": _in(r"\byou(?:'re| are|'ve| have| did| didn'?t| were| don'?t| do not| should| must| need)\b"),
    "we should": _in(
        r"\bwe(?:'d| would)? ?(?:should(?:n'?t| not)?|need(?:n'?t)?|must(?:n'?t| not)?|ought|have to|has to|want"
        r"|would like|'?d like|prefer)\b"
    ),
    "we do not": _in(
        r"\bwe (?:don'?t|do not|no longer|never|can'?t|cannot|aren'?t|are not|won'?t|will not|didn'?t|shouldn'?t"
        r"|haven'?t)\b"
    ),
    "we use": _in(
        r"\bwe(?:'re| are|'ve| have)? ?(?:only |just |also |currently |now |already |always |explicitly |recently "
        r")*(?:use"
        r"|using|have|do|decided|agreed|chose|going|went|deploy|store|keep|run|build|call|support|rely|follow|ship"
        r"|plan"
        r"|got|publish|handle|treat)\b"
    ),
    "our policy": _in(
        r"\bwe(?:'d| would)? ?(?:should(?:n'?t| not| only| always| never)?|must(?:n'?t)?|no longer|never|always|only"
        r"|don'?t (?:want|need|use|have|do|support|care|allow)|do not (?:want|need|use|have)|want(?: to)?|need(?: "
        r"to)?"
        r"|would (?:like|prefer|use|want)|'d (?:like|prefer)|decided|agreed|use|(?:are|'re) (?:not )?(?:going|using"
        r"|replacing"
        r"|moving|dropping|keeping))\b"
    ),
    "I hold": _in(
        r"\bi (?:think|thought|guess|believe|feel|suspect|suggest(?:ed)?|said|mean|assume|recommend)\b"
        r"|\bi'?d (?:suggest|recommend|say)\b|\bmy recommendation\b"
    ),
    "said before": _in(
        r"\b(?:we|i|you) (?:decided|agreed|said|suggested|told|asked|mentioned|discussed|went with|were going with"
        r"|thought we|already)\b|\bi thought\b|\bas (?:i|we) (?:said|mentioned|discussed|agreed)\b|\bremind(?:ed)? "
        r"you\b"
    ),
    "prefers": _in(
        r"\b(?:prefer|rather|hate|like it when|don'?t like|favou?rite|too (?:much|many|long|cute|verbose|big))\b"
    ),
    "decides": _in(
        r"\b(?:decid\w+|decision|chose|choose|going with|go with|went with|agreed|opt(?:ed)? for|stick with"
        r"|keep(?:ing)? the"
        r"|ship|drop(?:ped)?|defer(?:red)?|reserved for|by design|on purpose|intentional\w*)\b"
    ),
    "rule words": _in(
        r"\b(?:rule|convention|standard|pattern|policy|principle|guideline|style|naming|format|practice|approach"
        r"|strategy"
        r"|goal|requirement|constraint|trade-?off|priority|canonical|source of truth|single|consistent"
        r"|explicit(?:ly)?)\b"
    ),
    "goal": _in(
        r"\b(?:goal|aim|purpose|idea|intention|priority|focus|main directive|principle|point) (?:is|was|of|here)\b"
        r"|\bis (?:not )?a goal\b"
    ),
    "habit": _opens(
        r"^we (?:always |never |only |usually |also )?(?!(?:need|have|should|can|could|just|already|are|were|did|do"
        r"|must|might"
        r"|may|will|would|want|got|get|see|saw|had|been|also|now|still|try|tried|think|know|look|never|only"
        r"|always)\b)\w+\b"
    ),
    "says who one is": _in(
        r"\bmy name is\b|\bi(?:'m| am) (?:a|an|the|based|responsible)\b|\bi work (?:on|at|in|with|for)\b|\bcall me\b"
    ),
    "says who owns": _in(
        r"\b(?:owns|maintains|is responsible for|takes care of|owned by|maintained by|may (?:change|deploy|merge"
        r"|edit)|approv\w+"
        r" by)\b"
    ),
    "how to answer": _in(
        r"\b(?:answers?|reply|replies|respond|explanations?|explain|comments?)\b.*\b(?:in (?:[A-Z]?[a-z]+ish|french"
        r"|german"
        r"|english)|short|brief|concise|before you)\b"
    ),
    "users": _in(r"\b(?:user|users|customer|people|anyone|someone|team|maintainers?)\b"),
    "early days": _in(
        r"\b(?:still in (?:dev|beta)|in dev\b|no users|not (?:many|in production)|brand new|under (?:heavy "
        r")?development"
        r"|prototype|early stage|mvp|backwards? compat\w*)\b"
    ),
    "future": _in(
        r"\b(?:eventually|in the future|later on|long[- ]term|roadmap|at some point|soon|planned?|going to|will be"
        r"|from now on)\b"
    ),
}
MODALS: Mapping[str, Cue] = {
    "should": _in(r"\bshould\b|\bought\b"),
    "should not": _in(
        r"\bshould(?:n'?t| not)\b|\bmust(?:n'?t| not)\b|\bcan(?:'?t|not)\b|\bnever\b|\bdo(?:n'?t| not)\b"
    ),
    "should be": _in(
        r"\b(?:should|must|needs? to|ha(?:s|ve) to|ought to|supposed to)(?: (?:only|always|never|not|also|all))*"
        r" (?:be|have|use|go|live|come|do|work|stay|contain|return|follow|match|align)\b"
    ),
    "supposed to": _in(
        r"\b(?:supposed to|meant to|intended (?:to|for)|should(?:n'?t| not)? (?:be|go|live|use|have|come|do|get)"
        r"|belongs? (?:in|to|on|with)|needs? to (?:be|come|go|live|use)|has to be|must be|ought to)\b"
    ),
    "must": _in(
        r"\bmust\b|\brequire[sd]?\b|\bneeds? to\b|\bhave to\b|\bhas to\b|\bmandatory\b|\bexpected to\b|\bsupposed "
        r"to\b"
        r"|\bmake sure\b|\bensure\b"
    ),
    "not": _in(
        r"\b(?:don'?t|do not|doesn'?t|does not|isn'?t|is not|aren'?t|are not|won'?t|will not|can'?t|cannot|didn'?t"
        r"|did not"
        r"|wasn'?t|not)\b"
    ),
    "no longer": _in(
        r"\bno longer\b|\banymore\b|\bnot .{0,20}any ?more\b|\bdeprecated\b|\bget rid of\b|\breplaced (?:by|with)\b"
        r"|\blegacy\b|\bobsolete\b|\bbackwards? compat"
    ),
    "no need": _in(
        r"\b(?:no need|(?:don'?t|do not|doesn'?t|does not|needn'?t) need|not needed|not (?:needed|required|necessary)"
        r"|without (?:any|the need|having))\b"
    ),
    "only": _in(r"\bonly\b|\bjust\b|\bsolely\b|\bexclusively\b|\bpurely\b"),
    "always": _in(
        r"\b(?:always|never|every ?time|any ?time|all the time|each time|whenever|from now on|going forward"
        r"|in (?:the )?future|by default|ever)\b"
    ),
    "all": _in(r"\b(?:all|any|every|each|both|none|no)\b"),
    "emphasis": _exact(r"\b(?:NOT|ALWAYS|NEVER|ONLY|MUST|DO NOT|DON'T|ALL|EVERY|IMPORTANT|NO)\b"),
    "maybe": _in(r"\b(?:maybe|perhaps|might|could|may|possibly|probably|seems?|looks? like|appears?|likely)\b"),
    "what if": _in(
        r"\b(?:would|could|might|may|if we|what if|suppose|imagine|maybe|perhaps|probably|i guess|i suspect|i assume"
        r"|considering|option [a-c1-3]|alternatively)\b"
    ),
    "will": _in(r"\bwill\b|'ll\b"),
    "recommends": _in(
        r"\b(?:recommend\w*|suggest\w*|best (?:practice|fix|approach|option|way)|you (?:should|could|can|might|need)"
        r"|consider)\b"
    ),
}
REASONS: Mapping[str, Cue] = {
    "because": _in(
        r"\b(?:because|since|so that|due to|as (?:that|it|we|this)(?:'s| is)?|in order to|reason|given that|cause|cuz"
        r"|therefore|thus|hence|otherwise|which means|that way)\b"
    ),
    "that is why": _in(r"that'?s (?:what|why|how|where|not)|that is (?:what|why|how|where)|is for\b"),
    "what it is for": _in(
        r"that'?s what\b[^.]*\b(?:for|is|does)\b|\bthat'?s why\b|\bis the (?:responsibility|job|role|purpose) of\b"
        r"|\bresponsib"
    ),
    "instead": _in(
        r"\binstead\b|\brather than\b|\bnot\b.{1,60}\bbut\b|\bbut not\b|, not\b|\bvs\.?\b|\bas opposed to\b|\bin "
        r"favou?r of\b"
    ),
    "not x but y": _in(
        r"\bnot (?:in|by|on|from|for|a|an|the|as|to|just|only|through|via|at|with)?\b[^.]{2,60}(?:,| but |—)"
        r"|,\s*not\b"
        r"|\bnot\b[^.,]{2,40}\bbut\b|\binstead of\b|\brather than\b|\bas opposed to\b"
        r"|\bshould (?:only |always |not |never )?be\b[^.]*\bnot\b|\bnot\b[^.]*\bshould be\b"
    ),
    "is wrong": _in(
        r"\b(?:is|are|was|that'?s|this is|it'?s|you'?re) (?:\w+ )?(?:wrong|incorrect|not (?:right|correct|true"
        r"|what)|bad"
        r"|shitty|the opposite|too much|overkill)\b"
    ),
    "root cause": _in(
        r"\b(?:root cause|caused by|the cause|because|due to|the fix|fix is|the (?:real |actual |underlying "
        r")?(?:problem"
        r"|issue|bug|reason|culprit)|turn(?:s|ed) out|happens? (?:when|because)|occurs? (?:when|because)"
        r"|which (?:means|causes|breaks)|so that|the solution|workaround|to fix)\b"
    ),
    "consequence": _in(
        r"\b(?:means|so|thus|therefore|hence|resulting|leads? to|breaks|prevents?|stops?|avoids?|ensures?|guarantees?"
        r"|eliminat\w+|bypass\w*|trigger\w*)\b"
    ),
    "condition": _in(r"\b(?:when|if|unless|until|before|after|once|while|without)\b"),
}
FACTS: Mapping[str, Cue] = {
    "is": _in(r"\b(?:is|are|'s|'re)\b"),
    "of all such": _opens(
        r"^(?:(?:the|our|all|each|every|only|no|both) )?(?:(?!(?:i|we|you|it|this|that|there|these|those|they"
        r"|please|can|could"
        r"|is|are|do|does|did|why|what|how)\b)[\w./-]+ ){1,4}(?:is|are|lives?|goes?|go|runs?|needs?|belongs?|must"
        r"|may|owns?|has"
        r"|have|uses?|stays?|means|works?|expects?|requires?|come|comes|start|starts|end|ends|follow|follows|happen"
        r"|happens)\b"
    ),
    "points at": _in(r"\b(?:this|that|these|those|it|its|here|above|below|there|them|they|one)\b"),
    "was": _in(r"\b(?:was|were|did|had|been)\b"),
    "behaves": _in(rf"\b(?:{PRESENT})\b"),
    "is located": _in(
        r"\b(?:lives? (?:in|at|on|under)|located (?:in|at)|stored (?:in|at|as|under)|runs? (?:on|in|at|as|under"
        r"|from|via)"
        r"|hosted (?:on|at)|available (?:at|via|through)|go(?:es)? (?:in|into|to|under|next)|port \d+|found (?:in|at)"
        r"|comes? from|sits? (?:in|at|on))\b"
    ),
    "mechanism": _in(
        r"\b(?:only|never|always|does(?:n'?t| not)|is(?:n'?t| not)|cannot|can'?t|won'?t|requires?|depends on|because"
        r"|instead of|rather than|regardless|unless|even (?:if|when|though)|by default|under the hood|internally"
        r"|at (?:build|run|compile|startup|install)[- ]?time|per (?:session|user|run|request|package|file|case))\b"
    ),
    "a tool does": _exact(
        r"(?:^|\s)(?:`[^`]+`|[A-Z][\w.-]+(?: [A-Z][\w.-]+)?|[a-z]+-[\w-]+|npm|git|go-git|docker|the (?:api|cli|sdk"
        r"|server"
        r"|client|hook|provider|library|workflow|endpoint|database|ci)) (?:is|are|does|doesn'?t|does not|only|never"
        r"|always"
        r"|can'?t|cannot|requires?|uses?|expects?|returns?|ignores?|rewrites?|strips?|treats?|needs?|supports?"
        r"|stores?"
        r"|reads?|writes?|validates?|runs?|creates?|keeps?|won'?t|will)\b"
    ),
    "limit": _in(
        r"\b(?:only works?|does(?:n'?t| not) (?:support|work|have|need|know|run|apply|use|read|exist)|not support\w*"
        r"|unsupported|limit(?:ed|ation|s)?|at most|at least|maximum|minimum|cannot|can'?t|impossible|unable|won'?t"
        r"|ignored?)\b"
    ),
    "configuration": _in(
        r"\b(?:default|config(?:ured|uration)?|env(?:ironment)?|setting|flag|option|variable|secret|token|credential"
        r"|permission|endpoint|port|host|url|version|api|sdk|database|schema|table|server|deploy\w*|production"
        r"|staging|prod"
        r"|docker|ci|workflow)\b"
    ),
    "uses": _in(r"\buse[sd]?\b|\busing\b"),
    "now": _in(r"\b(?:currently|right now|at the moment|today|as of now|for now|so far|already|now)\b"),
    "again": _in(r"\b(?:again|still|yet|another|one more|more)\b"),
    "in this repository": _in(r"\bin (?:this|the|our) (?:repo|project|codebase|repository|branch|file|app)\b"),
}
FORM: Mapping[str, Cue] = {
    "environment variable": _exact(r"\b[A-Z][A-Z0-9]+_[A-Z0-9_]+\b"),
    "code": _exact(r"`[^`]+`"),
    "path": _exact(r"(?:^|[\s`'\"(@])(?:~|\.{1,2})?/?[\w.-]+/[\w./-]+"),
    "address": _exact(r"https?://"),
    "version": _exact(r"\bv?\d+\.\d+(?:\.\d+)?\b"),
    "number": _exact(r"\b\d+\b"),
    "identifier": _exact(r"\b[a-z]+[A-Z]\w+|\b[A-Z][a-z]+[A-Z]\w+|\b\w+_\w+\b"),
    "word": _exact(r"\b\w+"),
    "bold": _exact(r"\*\*"),
    "arrow": _exact(r"→|->|=>|—|–"),
    "dash": _exact(r"\s[—–-]{1,2}\s"),
    "colon": _exact(r":\s"),
    "bracket": _exact(r"\([^)]{6,}\)"),
    "quotation": _exact(r"[\"“][^\"”]{3,}[\"”]"),
    "source code": _in(
        r"[{};]|==|\+=|\$\(|^\s*(?:import|from|def|class|const|let|var|func|return|if \(|for \()\b|</?\w+>"
    ),
    "log": _in(
        r"\b(?:error|warning|info|debug|traceback|exception|fatal)\b\s*[:\[]|\[\d\d:|^\s*at \w|\d\d:\d\d:\d\d|^\$ "
        r"|^> |^➜"
        r"|^\w+@\w+"
    ),
    "table": _exact(r"\|"),
    "hash": _exact(r"\b[0-9a-f]{7,40}\b"),
    "ellipsis": _exact(r"\.\.\.|…"),
    "oath": _in(r"\b(?:fuck\w*|shit\w*|wtf|wth|damn|dude|dumb|idiot|stupid|come on|umm+|uhh+)\b"),
}
CUES: Mapping[str, Cue] = {
    **ASKS, **DEMANDS, **TELLS, **POLICY, **MODALS, **REASONS, **FACTS, **FORM,
}  # fmt: skip
"""All cues, in the order in which the head knows them."""
