"""Closed classes of words by which the wording of a note is held against the sentences that it rests on.

Written by hand, not learnt: each class is what grammar or the trade leaves no doubt about. A word that is in none of
them has to stand in the person's message.
"""

from lore.memory import stem, word_set

NEGATIONS = word_set("not never no none nobody nothing neither nor without avoid stop forbid forbidden nowhere refuse")
OF_A_SUBJECT = word_set("not never no")
"""Negations that may follow what they deny: "docker is no longer needed"."""
ENDS_SCOPE = word_set("but because since so if when which where then instead please unless while except")
"""What ends the reach of a negation, beside a mark."""
LIMITS = word_set("only unless except until without if")
"""What bounds a statement: none of it may be left out."""
CONDITIONS = word_set("if when where once whenever")
ELSEWHERE = word_set(
    """
    nicht kein keine keinen keiner keinem nie niemals ohne weder pas jamais sans aucun aucune nunca jamás sin ningún
    não nunca nem sem mai senza nessuno niet geen nooit zonder ikke aldrig inte nigdy bez никогда не
    """
)
"""Negations of other languages: of those the check of polarity knows nothing."""
PREFERS = word_set("prefer prefers preferred favor favour")
DIRECTIONS = word_set("from into onto before after until than over")
"""What they bind may not change: "from staging", "before merging"."""
ORDERS = word_set("before after")
WIDE = word_set("always every all whenever ever everywhere everyone everything forever")
"""What makes a rule of what was asked for once."""
NUMBERS = word_set(
    "two three four five six seven eight nine ten eleven twelve twenty hundred thousand zero dozen half twice"
)
_PAIRS = """
    public/private local/remote enable/disable enabled/disabled true/false with/without allow/forbid allow/deny
    first/last more/less start/stop include/exclude on/off automatically/manually most/least minimum/maximum
    open/closed hide/show above/below up/down before/after
"""
OPPOSITES = {one: other for pair in _PAIRS.split() for one, other in (pair.split("/"), reversed(pair.split("/")))}
"""Each word with what turns it."""

ACTING = frozenset(
    map(
        stem,
        word_set(
            """
            abort add amend append approve archive ask assign attach backport block bump bypass cancel change check
            clean close commit compile convert copy create decrease delete deny deploy deprecate destroy disable discard
            download downgrade drop duplicate edit enable encrypt erase execute expose extract fetch fix flush force
            fork generate grant hardcode hide ignore increase inject install invoke kill launch lint load lock log mask
            merge migrate modify move omit open overwrite override pin publish pull purge push read rebase reboot
            rebuild recreate refactor reject release reload remove rename replace reset restart restore retry reuse
            revert revoke rewrite rotate run save send ship skip spawn split squash stash store submit suppress swap
            switch sync tag test trust truncate undo uninstall unlock unset update upgrade upload validate verify wait
            wipe write
            """
        ),
    )
)
"""What an agent may do to files, branches, machines and people."""
PASSIVE = word_set("is are be been being was were get gets got")
BEFORE_A_VERB = word_set(
    """
    to must should shall can may will would could not never always please and then or let lets do does i we you they it
    """
)
DETERMINERS = word_set("a an the its their our your each every any no this that these those")

LIGHT = frozenset(
    map(
        stem,
        word_set(
            """
            when for if because since where while as well same new further own other also again together beside besides
            per go goes get give given keep stay hold live become mean need belong take name call place like way case
            kind part must better best anything something else expected wanted want either work look set once include
            themselves put contain exist come happen but show shown appear
            """
        ),
    )
)
"""Words of every statement, which say nothing by themselves."""
TRADE = frozenset(
    map(
        stem,
        word_set(
            """
            agent app application area author background backend block branch bug case change changelog checkout choice
            class code column command comment component config configuration content context contract conversation
            dashboard data default description design detail developer directory doc docs documentation document draft
            effort element entry environment error evidence example experiment feature field file flow folder form
            format framework frontend function general group harness human idea implementation index information input
            instruction interface issue item job key language larger layer level library line link list machine
            maintainer message method mode model module note number object option order output package page path pattern
            person piece plan plugin point policy practice process product program property prompt question reader
            reason record report request research resource result review reviewer rule scope script section selection
            service session setting setup shape skill source standard state statement status step structure style
            subcommand support syntax system table target task team template text thing tool tooling topic trace
            transcript type ui unit usage user value variable version view worker workflow workspace
            multiple parallel existing current concurrent separate relevant related concrete simple simply clear
            consistent actual compatible compatibility visible single custom match cleanly
            """
        ),
    )
)
"""Nouns that name a part of any project, and adjectives of them: a note may add a few, for they name nobody's thing."""
