"""Word lists that several cues share."""

FILLERS = (
    r"ok(?:ay)?|so+|well|also|and|then|now|but|yes|yeah|yep|no|nope|right|alright|cool|great|perfect|good|nice"
    r"|thanks?"
    r"|thank you|hmm+|uhh*|umm+|m+k*|oh+|ah|btw|actually|wait|please|pls|just|hey|dude|man|first|next|finally|however"
    r"|additionally|maybe|i think|i guess|i mean|let'?s see|sure|understood|got it|true|fine|looks? good|all good|wtf"
    r"|wth|huh|or|another (?:minor )?one|one (?:more|last|other) thing|by the way"
)
"""What people say before they begin."""

IMPERATIVES = (
    r"add|remove|delete|fix|update|create|make|change|use|put|move|rename|run|check|look|take|write|read|show|tell"
    r"|give"
    r"|find|search|try|test|implement|refactor|replace|set|keep|let|do|don'?t|do not|go|get|start|stop|continue"
    r"|commit"
    r"|push|merge|open|close|review|explain|investigate|analy[sz]e|see|ensure|verify|install|build|deploy|generate"
    r"|convert|extract|include|exclude|avoid|consider|compare|address|spawn|ask|answer|reply|respond|summari[sz]e"
    r"|document|log|note|mention|rewrite|clean|revert|undo|redo|drop|split|combine|copy|paste|bump|pull|switch|call"
    r"|return|print|render|display|improve|optimi[sz]e|simplify|think|wait|leave|skip|ignore|remember|forget|follow"
    r"|work|handle|support|allow|enable|disable|complete|finish|proceed|help|come|bring|figure|determine|identify"
    r"|list"
    r"|propose|suggest|describe|define|apply|configure|adjust|reduce|increase|ship|release|publish|audit|monitor"
    r"|double[- ]check|re-?run|re-?do|research|evaluate"
)
"""Verbs that open an instruction."""

PAST = (
    r"added|updated|fixed|removed|created|changed|moved|renamed|refactored|implemented|replaced|wrote|rewrote|ran"
    r"|deleted|extracted|converted|cleaned|committed|pushed|merged|opened|closed|reviewed|verified|confirmed|checked"
    r"|tested|built|installed|configured|set|switched|simplified|improved|introduced|consolidated|documented"
    r"|addressed"
    r"|resolved|completed|enabled|disabled|restored|reverted|posted|marked|made|split|bumped|logged|kept|applied"
    r"|adjusted|expanded|integrated|registered|modified|ensured|passed|found|used"
)
"""Verbs that open an entry in a list of what was done."""

PRESENT = (
    r"does|has|uses|requires|needs|returns|runs|stores|handles|supports|contains|provides|reads|writes|calls|creates"
    r"|expects|means|works|fails|stays|lives|comes|takes|gives|keeps|checks|includes|depends|goes|rewrites|ignores"
    r"|strips|validates|maps|defaults|overrides|excludes|bypasses|triggers|enforces|treats|implements|extends|loads"
    r"|sends|receives|generates|allows|prevents|shows|renders|breaks|causes"
)
"""Verbs that say how a thing behaves."""

ASKING = r"(?:why|what|how|when|where|who|which)"
AUXILIARY = (
    r"(?:is|are|am|was|were|do|does|did|can|could|should|would|will|have|has|had|isn'?t|aren'?t|don'?t|doesn'?t"
    r"|didn'?t"
    r"|can'?t|couldn'?t|shouldn'?t|wouldn'?t|won'?t)"
)
PRONOUN = r"(?:i|we|you|it|this|that|they|there|he|she|these|those|the|our|your|my|any|all|both|each|some)"
