"""What a sentence does with its words: obliges, denies, generalises, gives a reason, reports, points at something.

Wider and blunter than the cues, some in several languages: they say what a message is like as a whole as well.
"""

import re
from collections.abc import Mapping


def _in(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def _exact(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


DUTIES: Mapping[str, re.Pattern[str]] = {
    "obliges": _in(r"\b(?:must|has to|have to|needs? to|shall|required?|ought to|supposed to|mandatory)\b"),
    "recommends a duty": _in(r"\bshould(?:n'?t)?\b"),
    "wishes": _in(
        r"\b(?:wants?|would (?:only )?(?:like|want|love)|i'?d (?:like|want|prefer|rather)|we'?d (?:like|"
        r"want|prefer|rather)|wish)\b"
    ),
    "rates": _in(r"\b(?:prefer|preferred|rather|favou?r|like (?:to|it|the)|hate|love|ideal|best)\b"),
    "needs": _in(r"\bneed(?:s|ed)?\b"),
    "proposes together": _in(r"\blet'?s\b|\blet us\b"),
    "urges": _in(
        r"\b(?:make sure|ensure|be sure|remember|reminder|remind|keep in mind|note that|don'?t forget|"
        r"do not forget|be careful|important|careful)\b"
    ),
    "settles": _in(
        r"\b(?:go(?:ing)? with|stick (?:with|to)|settle[ds]? on|decided?|decision|agreed?|chose|choose|"
        r"lock in|we'?ll (?:use|keep|go)|ship)\b"
    ),
}
DENIALS: Mapping[str, re.Pattern[str]] = {
    "denies": _in(r"\b(?:not|no|never|none|nothing|without|neither|nor|cannot|\w+n'?t|nie|não)\b|[不没别]"),
    "forbids": _in(r"\b(?:don'?t|do not|doesn'?t|does not|shouldn'?t|should not|mustn'?t|must not|never|avoid|stop)\b"),
    "does without": _in(
        r"\b(?:don'?t|do not|doesn'?t|no longer|not) (?:\w+ )?(?:need|want|use|require|support|have)\b|"
        r"\bno need\b"
    ),
    "ends": _in(r"\b(?:no longer|any ?more|deprecated|obsolete|replaced (?:by|with)|legacy|used to)\b"),
    "replaces": _in(r"\b(?:instead|rather than|as opposed to|over|in favou?r of)\b"),
    "contrasts": _in(
        r"\bnot\b[^.?!]{1,80}(?:\bbut\b|[,;—–-] ?(?:just|it'?s|use|rather|only)\b)|[,;—–(] ?not\b|"
        r"\bjust\b[^.]{0,40}\bnot\b"
    ),
    "limits": _in(r"\b(?:but|however|though|although|whereas|while|yet|except)\b"),
    "rejects": _in(
        r"\b(?:wrong|incorrect|mistake|actually|that'?s not|isn'?t right|opposite|misunderst\w+|no[,.!]|"
        r"nope)\b"
    ),
    "starts with no": _in(r"^(?:no|nope|wait|hmm+|actually|stop|hold on|but)\b"),
}
GENERALITY: Mapping[str, re.Pattern[str]] = {
    "generalises": _in(
        r"\b(?:always|never|every(?:where|time|thing)?|whenever|all|any(?:time|where)?|each|in general|"
        r"generally|usually|by default|from now on|going forward|in (?:the )?future|next time|ever|globally|"
        r"at all times|zawsze|sempre|siempre|nigdy|nunca|immer)\b|[每总]|永远|所有"
    ),
    "for ever": _in(r"\b(?:always|never|from now on|going forward|in (?:the )?future|next time|whenever|by default)\b"),
    "restricts": _in(r"\b(?:only|just|exclusively|solely|strictly|exactly|must)\b"),
    "follows a pattern": _in(
        r"\b(?:same|consistent(?:ly)?|consistency|align(?:s|ed|ment)?|match(?:es|ing)?|follow(?:s|ing)?|"
        r"mirror|pattern|convention|standard|style|naming|rule|guideline|policy|principle|practice)s?\b"
    ),
    "starts with all": _in(r"^(?:all|each|every|any|no|most|both)\b"),
}
CAUSES: Mapping[str, re.Pattern[str]] = {
    "gives a reason": _in(
        r"\b(?:because|since|so that|due to|given (?:that|the)|reason|as (?:we|it|that|this|the|they|i)\b|"
        r"in order to|cause[sd]? by|that'?s why|cuz|cause it|otherwise|to avoid|to prevent|to ensure|"
        r"therefore|thus|hence|which means|this means|that means|bo|porque|weil)\b|因为|所以"
    ),
    "concludes": _in(r",? \bso\b (?!far|much|many)"),
    "finds a cause": _in(
        r"\b(?:root cause|the (?:real |actual |underlying |main )?(?:issue|problem|bug|cause|culprit|reason|"
        r"error|failure) (?:is|was|here|comes?|occurred|happen)|caused by|happen(?:s|ed|ing) (?:because|"
        r"when)|turns? out|fail(?:s|ed|ing)? (?:because|when|since|with|to)|broke|breaks?|stale|race|"
        r"mismatch|bug:|(?:the )?cause:)\b"
    ),
    "names the fix": _in(
        r"\b(?:the (?:fix|solution|workaround) (?:is|was|adds?|uses?)|fix(?:ed)?:|solution:|fixed by|"
        r"resolved by|workaround|to fix)\b"
    ),
    "repairs": _in(r"\b(?:fix(?:es|ed|ing)?|resolv\w+|solv\w+|repair\w*)\b"),
    "names a fault": _in(r"\b(?:issue|problem|bug|error|fail\w*|crash\w*|broken|wrong|flaky|timeout|conflict)s?\b"),
    "explains code": _in(r"`[^`]+`[^.]{0,80}\b(?:because|so|which|but)\b"),
    "names a limit": _in(
        r"\b(?:(?:does|do|is|are|can|could|will|would)(?: not|n'?t)|cannot|only|never|no longer|"
        r"unable to) (?:\w+ )?(?:support|allow|work|expose|read|write|use|exist|have|provide|accept|include|"
        r"reach|handle|return|require|need|available|supported|possible)\w*\b|\bunsupported\b|"
        r"\blimitation\b|\bnot (?:yet )?supported\b"
    ),
}
PERSONS: Mapping[str, re.Pattern[str]] = {
    "speaks of us": _in(r"\b(?:we|we're|we've|we'll|we'd|our|us|ours)\b|我们|咱"),
    "says what we do": _in(
        r"\bwe (?:\w+ly |already |only |just |now |still |also )?(?:use|have|need|want|keep|run|support|"
        r"store|call|put|do|are|don'?t|do not|should|can'?t|cannot|must|expect|treat|prefer|follow|rely|"
        r"host|deploy|test)\b"
    ),
    "speaks of oneself": _in(r"\b(?:i|i'm|i've|i'll|i'd|my|me)\b"),
    "speaks to you": _in(r"\b(?:you|your|you're|you've)\b"),
    "says what was done": _in(
        r"\b(?:we|i|you)(?:'ve| have| had)? (?:just |already |also |recently |now )?(?:\w+ed|did|made|found|"
        r"got|went|ran|wrote|saw|thought|set|put|built|added|gave|took)\b"
    ),
}
TENSES: Mapping[str, re.Pattern[str]] = {
    "speaks of the past": _in(r"\b(?:was|were|had|did|didn'?t|wasn'?t|weren'?t)\b"),
    "describes": _in(
        r"\b(?:is|are|isn'?t|aren'?t|it'?s|that'?s|has|have|does|contains?|uses?|lives?|runs?|works?|"
        r"returns?|requires?|needs?|means?|handles?|supports?|stores?|reads?|writes?|calls?|takes?|comes?|"
        r"goes|exists?)\b"
    ),
    "speaks of the future": _in(r"\b(?:will|won'?t|'ll|going to|gonna|eventually|later|soon|plan to|planned)\b"),
    "is going on": _in(r"\b(?:am|is|are|i'm|we're|you're|it's|be) (?:now |currently |still |not )?\w+ing\b"),
    "is so for now": _in(
        r"\b(?:currently|right now|at the moment|for now|so far|already|still|now|today|at present|existing|"
        r"yet)\b"
    ),
}
POINTERS: Mapping[str, re.Pattern[str]] = {
    "starts by pointing": _in(r"^(?:this|that|these|those|it|they|here|there|he|she|both|same|so|and|or|then)\b"),
    "points near": _in(r"\b(?:this|these)\b"),
    "points back": _in(r"\b(?:it|that|those|they|them|its)\b"),
    "points at the work": _in(
        r"\bthe (?:above|following|below|next|previous|last|current|first|second|new|old|other|rest|change|"
        r"changes|file|code|test|tests|branch|pr|commit)\b"
    ),
}
REQUESTS: Mapping[str, re.Pattern[str]] = {
    "ends asking": _in(r"[?？]\s*[\"')\]]*$"),
    "starts asking": _in(
        r"^(?:(?:so|and|but|ok|okay|hmm|wait|also|or)[, ]+)*(?:what|why|how|where|when|which|who|whose|"
        r"what's|how's|where's|is|are|was|were|does|do|did|has|have|will|would|should|shall|am|isn'?t|"
        r"aren'?t|doesn'?t|don'?t (?:you|we|i)|didn'?t|any|can|could|may|might)\b"
    ),
    "asks a favour": _in(r"\b(?:can|could|would|will) (?:you|u)\b|\bplease\b|\bpls\b|\bplz\b"),
    "asks for leave": _in(r"\b(?:can|could|should|shall|do|may|would) (?:we|i|it|this|that|there)\b"),
    "asks back": _in(r"(?:right|no|correct|yes|ok|isn'?t it|yeah|huh|eh)\s*\?$"),
    "starts agreeing": _in(
        r"^(?:yes|yeah|yep|yup|ok(?:ay)?|sure|great|perfect|nice|thanks?|thank you|cool|good|awesome|"
        r"excellent|alright|right|agreed|sounds good|go ahead|lgtm|done|got it|understood|makes sense|"
        r"confirmed|correct)\b"
    ),
    "doubts": _in(
        r"\b(?:maybe|perhaps|i think|i guess|seems?|might|may|probably|possibly|i wonder|not sure|could be|"
        r"i believe|looks like|i suspect|i suppose|kinda|sort of|thoughts)\b"
    ),
    "starts an order": _in(
        r"^(?:(?:please|also|now|then|next|ok(?:ay)?|so|and|just|first|finally|yes|no|let'?s|can you|"
        r"could you)[, ]+)*(?:add|address|allow|analy[sz]e|apply|ask|bring|build|bump|change|check|checkout|"
        r"clean|clear|close|combine|commit|compare|complete|confirm|consider|continue|convert|copy|create|"
        r"debug|delete|describe|disable|do|document|draft|drop|edit|enable|execute|expand|explain|extend|"
        r"extract|fetch|figure|find|finish|fix|focus|format|generate|get|give|go|group|help|hide|implement|"
        r"improve|include|increase|insert|inspect|install|investigate|keep|kill|launch|leave|lint|list|load|"
        r"look|make|mark|merge|modify|move|open|optimi[sz]e|output|pass|plan|print|proceed|propose|provide|"
        r"pull|push|put|rebase|reduce|refactor|remove|rename|reorder|replace|reply|report|research|resolve|"
        r"restart|restore|retry|return|revert|review|rework|rewrite|run|save|search|send|set|show|simplify|"
        r"skip|sort|spawn|split|start|stop|style|summari[sz]e|switch|take|tell|test|think|try|turn|undo|"
        r"update|upgrade|use|validate|verify|wait|walk|wire|work|wrap|write)\b"
    ),
    "starts a rule": _in(
        r"^(?:please |also |and |so |just |let'?s )*(?:keep|use|prefer|avoid|put|follow|treat|leave|store|"
        r"include|exclude|stick|never|always|don'?t|do not|only|no)\b"
    ),
    "asks to see": _in(
        r"\b(?:explain|summari[sz]e|tell me|show me|give me|let me know|what do you think|any (?:idea|"
        r"thoughts|questions)|take a look|look at|check|see if|figure out|walk me)\b"
    ),
}
REPORTS: Mapping[str, re.Pattern[str]] = {
    "starts a report": _in(
        r"^(?:\*\*)?(?:done|fixed|added|updated|created|removed|implemented|committed|pushed|"
        r"all (?:\w+ )?(?:tests?|checks?)|tests? pass|verified|completed?|moved|renamed|changed|refactored|"
        r"extracted|ran|rebased|merged|deleted|replaced|introduced|wired|migrated|i(?:'ve| have)|i (?:added|"
        r"updated|fixed|ran|made|removed|changed|created)|now (?:let me|i'll|i need)|let me|i'll|i will|"
        r"everything|no (?:issues|errors))\b"
    ),
    "starts a change": _in(
        r"^(?:\*\*)?(?:added|updated|created|removed|implemented|moved|renamed|changed|refactored|extracted|"
        r"deleted|replaced|introduced|wired|consolidated|simplified|preserved|switched|converted|kept|made|"
        r"fixed)\b"
    ),
    "reports a pass": _in(
        r"\b(?:all )?(?:tests?|suite|lint|build|checks?|ci|typecheck)\b[^.]{0,30}\b(?:pass(?:es|ed|ing)?|"
        r"green|clean|succe\w+|ok)\b|\b0 (?:issues|errors|failures)\b|\bpassing\b|\d+/\d+"
    ),
    "offers": _in(
        r"\b(?:want me to|would you like|let me know|shall i|should i|if you'?d? (?:like|want|prefer)|"
        r"say the word|i can|i could|happy to|ready to|next steps?|your call|up to you)\b"
    ),
    "suggests": _in(
        r"\b(?:recommend\w*|suggest\w*|propos\w+|option [a-d0-9]|alternativ\w+|could (?:also|either)|worth|"
        r"consider)\b"
    ),
    "defines": _in(
        r"\b(?:is|are) (?:the|a|an) (?:\w+ )?(?:single |only |canonical |source|default|right|correct|main|"
        r"primary|place|standard|known|same|separate|reserved)\b"
    ),
    "places": _in(
        r"\b(?:lives?|located|stored|found|resides?|hosted|deployed|configured|installed|set up|available|"
        r"written) (?:in|at|on|under|via|to|by|inside)\b|\bruns? (?:on|at|in|from|via|as)\b"
    ),
}
MARKS: Mapping[str, re.Pattern[str]] = {
    "has an option": _exact(r"(?:^|[\s`(])--?[a-z][\w-]+|\b[A-Z][A-Z0-9]+_[A-Z0-9_]+\b"),
    "has a path": _exact(
        r"(?:^|[\s`\"'(@])(?:~|\.{1,2})?/?[\w.@-]+/[\w./@*<>{}-]+|\b[\w-]+\.(?:md|py|ts|tsx|js|go|json|"
        r"ya?ml|toml|sh|rs|css|sql|txt|html|lock|mdc|kt|vue)\b"
    ),
    "has an address": _in(r"https?://|localhost|\b\d{1,3}(?:\.\d{1,3}){3}\b|\bport\b"),
    "has a version": _in(r"\bv?\d+\.\d+(?:\.\d+)?\b"),
    "has a number": _in(r"\b\d+\b"),
    "has a line number": _in(r":\d+\b|\blines? \d+|#\d+|\bL\d+"),
    "has a hash": _exact(r"\b[0-9a-f]{7,40}\b"),
    "has an identifier": _exact(r"\b[a-z]+[A-Z]\w*\b|\b[A-Z][a-z]+[A-Z]\w*\b|\b\w+_\w+\b|\w+\(\)"),
    "has code": _exact(r"`[^`]+`"),
    "has an arrow": _exact(r"→|->|=>|⇒"),
    "has a dash": _exact(r"—|–| - "),
    "has a colon": _exact(r":\s|：|:$"),
    "has a bracket": _exact(r"[(（]"),
    "has an equation": _exact(r"\s=\s|=="),
    "has bold words": _exact(r"\*\*"),
    "has a picture": _exact(r"[☀-➿🌀-🫿]"),
    "exclaims": _exact(r"!"),
    "shouts": _exact(r"\b[A-Z]{3,}\b(?!_)"),
    "trails off": _exact(r"\.\.\.|…"),
    "is a log line": _in(
        r"^\s*(?:at |File \"|Traceback|\[?\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d|error[: ]|warning[: ]|fatal:|npm |"
        r"remote:|info[: ]|debug[: ]|\$ |> |\+|[├└│─])|\bat \S+:\d+:\d+|exit code|error TS\d+|\[(?:error|"
        r"info|warn|debug)\]"
    ),
    "is a line of code": _exact(
        r"[{};]\s*$|^\s*(?:const|let|var|def|class|import|from|func|return|if|for|export|public|private|"
        r"<\w+|//|#include)\b.*[{(;=:>]|\);?$|=>\s*\{"
    ),
    "has a quotation": _exact(r"[\"“][^\"”]{3,}[\"”]"),
}
SUBJECTS: Mapping[str, re.Pattern[str]] = {
    "speaks of users": _in(r"\b(?:users?|customers?|people|someone|anyone|developers?|contributors?)\b"),
    "speaks of documents": _in(
        r"\b(?:docs?|documentation|readme|changelog|comments?|notes?|CLAUDE\.md|AGENTS\.md|memory)\b"
    ),
    "speaks of tests": _in(r"\b(?:tests?|testing|e2e|mock\w*|coverage|lint\w*|ci)\b"),
    "speaks of versions": _in(r"\b(?:commit\w*|branch\w*|merge\w*|pr|prs|push\w*|rebase|main|release\w*|tag)\b"),
    "speaks of environments": _in(
        r"\b(?:staging|production|prod|local(?:ly)?|server|cloud|docker|database|db|secret|token|account|"
        r"key|env|config\w*|settings?)\b"
    ),
    "orders in time": _in(
        r"\b(?:when|whenever|after|before|until|once|on (?:every|each)|at (?:startup|runtime|build))\b"
    ),
    "sets a condition": _in(r"\b(?:if|unless|in case|otherwise|even if)\b"),
    "explains further": _in(r"\b(?:which|that (?:is|are|was|has|have|can|will|does)|who|where)\b"),
}
WORDINGS: Mapping[str, re.Pattern[str]] = {
    **DUTIES, **DENIALS, **GENERALITY, **CAUSES, **PERSONS, **TENSES,
    **POINTERS, **REQUESTS, **REPORTS, **MARKS, **SUBJECTS,
}  # fmt: skip
"""All of them, in the order in which the head knows them."""
HEADINGS: Mapping[str, re.Pattern[str]] = {
    "under a cause": _in(r"cause|problem|issue|why|bug|diagnos|analysis|finding|mystery|wrong|happen"),
    "under a fix": _in(r"fix|solution|resol|workaround"),
    "under changes": _in(
        r"change|what (?:i|was|we)|summary|implemented|done|updated|files?|added|completed|modified|work"
    ),
    "under tests": _in(r"test|verif|valid|check|result|status"),
    "under next steps": _in(r"next|todo|remaining|follow|step|option|question|recommend"),
    "under key points": _in(
        r"key|note|important|design|decision|approach|architecture|how it|behavio|principle|context|goal|"
        r"overview|convention|rule|caveat|gotcha|lesson|constraint|limitation"
    ),
}
"""What the heading or the line above a sentence announces."""
COUNTED = (
    "finds a cause",
    "names the fix",
    "starts a report",
    "reports a pass",
    "gives a reason",
    "recommends a duty",
    "ends asking",
    "starts an order",
    "speaks of us",
    "starts a change",
    "offers",
    "starts agreeing",
    "generalises",
    "forbids",
    "asks a favour",
    "suggests",
    "is so for now",
    "speaks of the past",
    "describes",
    "doubts",
)
"""Of these a message has a share, which says what kind of message it is."""
