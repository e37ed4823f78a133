"""Closed classes of words by which the wording of a note is held against the sentences that it rests on.

Written by hand, not learnt: each class is what grammar or the trade leaves no doubt about. A word that is in none of
them has to stand in the person's message.
"""

from lore.memory import stem, word_set


def _stems(text: str) -> frozenset[str]:
    return frozenset(map(stem, word_set(text)))


NEGATIONS = word_set("not never no none nobody nothing neither nor without avoid forbid forbidden nowhere nolonger insteadof")
OF_A_SUBJECT = word_set("never nolonger forbidden")
"""Negations that may follow what they deny: "docker is no longer needed"."""
COPULAS = word_set("is are was were be been")
"""Behind them "not" may do so too."""
ENDS_SCOPE = word_set("but because since so if when which where then instead please unless while except")
"""What ends the reach of a negation, beside a mark."""
ELSEWHERE = word_set(
    """
    nicht kein keine keinen keiner keinem nie niemals ohne weder pas jamais sans aucun aucune nunca jamás sin ningún
    não nunca nem sem mai senza nessuno niet geen nooit zonder ikke aldrig inte nigdy bez никогда не
    """
)
"""Negations of other languages: of those the check of polarity knows nothing."""
LIMITS = word_set("only unless except until without if yet temporarily today")
"""What bounds a statement: none of it may be left out."""
CONDITIONS = word_set("if when where once whenever")
DIRECTIONS = word_set("from into onto to before after until than over for with")
"""What stands behind one of them may not change places with something else."""
WIDENS = (
    word_set("always whenever wherever ever everywhere forever constantly invariably"),
    word_set("every all each everyone everybody"),
    word_set("any anything anyone anybody anywhere everything"),
    word_set("only just solely exclusively"),
    word_set("before"),
    word_set("after"),
)
"""What makes a rule of what was asked for once, one thing of all or the only one, or an order: each with its like."""
NUMBERS = word_set(
    "two three four five six seven eight nine ten eleven twelve twenty hundred thousand zero dozen half twice"
)
_PAIRS = """
    public/private local/remote enable/disable true/false with/without allow/forbid allow/deny first/last more/less
    start/stop include/exclude on/off automatic/manual most/least minimum/maximum open/close hide/show above/below
    up/down add/remove use/avoid keep/drop create/delete required/optional valid/invalid collapse/expand
    same/different newest/oldest larger/smaller higher/lower default/exception align/differ
"""
OPPOSITES = {
    stem(one): stem(other) for pair in _PAIRS.split() for one, other in (pair.split("/"), reversed(pair.split("/")))
}
"""Each word with what turns it."""

ACTING = _stems(
    """
    abort add amend append approve archive ask assign attach backport block bump bypass cancel change check clean close
    commit compile convert copy create decrease delete deny deploy deprecate destroy disable discard download downgrade
    drop duplicate edit enable encrypt erase execute expose extract fetch fix flush force fork generate grant hardcode
    hide ignore increase inject install invoke kill launch lint load lock log mask merge migrate modify move omit open
    overwrite override pin publish pull purge push read rebase reboot rebuild recreate refactor reject release reload
    remove rename replace reset restart restore retry reuse revert revoke rewrite rotate run save send ship skip spawn
    split squash stash store submit suppress swap switch sync tag test trust truncate undo uninstall unlock unset update
    upgrade upload validate verify wait wipe write
    """
)
"""What an agent may do to files, branches, machines and people."""
BEFORE_A_VERB = word_set(
    """
    to must should shall can may will would could not never always please and or then let lets do does i we you they it
    is are be been being was were get gets got
    """
)
DETERMINERS = word_set("a an the its their our your each every any no this that these those")

LIGHT = _stems(
    """
    when for if because since where while as well same new further own other also again together beside besides per get
    gets give given become mean belong name place case kind part must better best else expected wanted either look once
    themselves come happen use write keep put set take go goes need work like want call live stay choose pick wear but show appear such further however hold instead than rather under inside straight top
    """
)
"""Words of every statement, which say nothing by themselves."""
TRADE = _stems(
    """
    agent app application area author background backend block branch bug case change changelog checkout choice class
    code column command comment component config configuration content context contract conversation dashboard data
    description design detail developer directory doc documentation document draft effort element entry environment
    error evidence example experiment feature field file flow folder form format framework frontend function general
    group harness human idea implementation index information input instruction interface issue item job key language
    larger layer level library line link list machine maintainer message method mode model module note number object
    option order output package page path pattern person piece plan plugin point policy practice process product program
    property prompt question reader reason record report request research resource result review reviewer rule scope
    script section selection service session setting setup shape skill source standard state statement status step
    structure style subcommand support syntax system table target task team template text thing tool tooling topic trace
    transcript type ui unit usage user value variable version view worker workflow workspace multiple parallel existing
    current concurrent separate default locally relevant related concrete simple simply clear consistent actual compatible visible
    single custom match cleanly mention follow find
    include contain exist run test log sync
    """
)
"""Nouns that name a part of any project, and words that go with them: a note may add a few, for they name nobody's."""
