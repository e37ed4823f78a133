"""Closed classes of words by which the wording of a note is held against the sentences that it rests on.

Written by hand, not learnt: each class is what grammar or the trade leaves no doubt about. A word that is in none of
them has to stand in the person's message: so acting verbs, numbers and opposites have no class.
"""

import re

from lore.language import stem, word_set


def _stems(text: str) -> frozenset[str]:
    return frozenset(map(stem, word_set(text)))


NEGATIONS = word_set("not never no none nobody nothing neither nor without avoid forbid forbidden nolonger insteadof")
OF_A_SUBJECT = word_set("never nolonger forbidden")
"""Negations that may follow what they deny: "docker is no longer needed"."""
COPULAS = word_set("is are was were be been being get gets got")
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
ASSENT = re.compile(
    r"\b(?:yes|yeah|yep|ok|okay|sure|please|thanks|thank you|right|exactly|fine|great|perfect|do (?:it|that)|go ahead"
    r"|ja|genau|gut|bitte|danke|mach das|sí|si|claro|vale|por favor|gracias|oui|d['’]accord|merci)\b"
    r"|はい|ええ|うん|そう(?:です|して)|お願いします|わかりました|いいです|了解(?:です)?|よろしく|ありがとう(?:ございます)?"
    r"|好(?:的|吧)?|是的|可以|没问题|没错|谢谢|就这样|行吧|네|예|좋아요|그래요|맞아요|감사합니다|그렇게 해 ?주세요"
    r"|ใช่|ได้(?:เลย)?|ตกลง|โอเค|ขอบคุณ|ครับ|ค่ะ",
    re.IGNORECASE,
)
"""What only agrees, or thanks: a quotation has to say something else."""
CONDITIONS = word_set("if when once whenever while where")
SOLE = word_set("only just solely exclusively")
LIMITS = CONDITIONS | word_set(
    """
    only unless except until without yet temporarily today upto above may might he she somebody someone people hardly
    rarely seldom barely scarcely
    """
)
"""What bounds a statement, or says whose it is, though it is a word of every sentence: none of it may be left out."""
LIKE = (CONDITIONS, SOLE, word_set("use with via using through"))
"""Words one of which may stand for the other."""
FREE = word_set(
    """
    hmm oh ah hey well wait btw ok okay alright yes maybe perhaps basically simply just then damn fucking omfg
    entirely completely totally create run configure for but as one ones like
    """
)
"""What may be left out: interjections, the person's own doubts, verbs that bring about what they name, small words."""
DIRECTIONS = word_set("from into onto to before after until than over for with")
"""What leads to a thing: its order counts as that of the things."""
WIDENS = (
    word_set("always whenever wherever ever everywhere forever constantly"),
    word_set("every all each everyone everybody"),
    word_set("any anything anyone anybody anywhere everything"),
    SOLE,
    *map(word_set, ("before", "after")),
)
"""What makes a rule of what was asked for once, one thing of all or the only one, or an order: each with its like."""
WIDE = frozenset[str]().union(*WIDENS)
BEFORE_A_VERB = word_set(
    """
    to must should shall can may will would could not never always please and or then let lets do does i we you they it
    """
)
VERBS_TOO = _stems("change comment document follow format group include log match reuse run sync test")
"""Words of `TRADE` that may be what an agent does."""
DETERMINERS = word_set("a an the its their our your each every any no this that these those")

LIGHT = _stems(
    """
    when for if because since where while as well same new further own other also again together beside besides
    per get gets give given become mean belong name place case kind part must better best else expected wanted
    either once themselves happen but go goes like such however hold instead than rather under inside straight top
    """
)
"""Words of every statement, which say nothing by themselves."""
TRADE = _stems(
    """
    agent app application area author background backend block branch bug change changelog checkout class code
    column command comment component config configuration content context contract conversation dashboard data
    default description design detail developer directory doc documentation document draft effort element entry
    environment error evidence example experiment feature field file flow folder form format framework frontend
    function general group harness human idea implementation index information input instruction interface issue
    item job key language larger layer level library line link list locally log machine maintainer message
    method mode model module note number object option order output package page path pattern person piece plan
    plugin point process product program property prompt question reader reason record report
    request research resource result review reviewer run scope script section selection service session
    setting setup shape skill source standard state statement status step structure style subcommand support
    sync syntax system table target task team template test text thing tool tooling topic trace transcript type
    ui unit usage user value variable version view worker workflow workspace multiple parallel existing current
    concurrent separate relevant related concrete simple simply clear consistent actual compatible visible
    single custom match cleanly mention follow find include contain exist choice
    """
)
"""Nouns that name a part of any project, and words that go with them: a note may add a few, for they name nobody's."""
