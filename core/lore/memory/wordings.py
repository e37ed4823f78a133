"""A model's wording beside the sentence of the person that it rests on: how it is told, and what a card warns of.

Nothing judges a wording by its grammar or by how alike it is. What it may not do is bring something along: a name that
the person did not type, another subject, another sign.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import StrEnum

from lore.language import STOP, part_scripts, stem, tokens
from lore.model import Clean, Evidence, Fact, Origin, Role
from lore.store import Store
from lore.text import one_line
from lore.wording import beside

FEWEST = 3
"""Telling terms of a quotation that says something by itself: "yes, option 1" has fewer."""
SAME_WORDS = 0.6
"""The share of a wording's terms that its sentence holds, from which another sign is a warning."""
ASSENT = re.compile(
    r"\b(?:yes|yeah|yep|ok|okay|sure|please|thanks|thank you|right|exactly|fine|good|great|perfect|agreed|lgtm"
    r"|sounds good|do (?:it|that)|go (?:ahead|for it|with)|continue|proceed"
    r"|(?:the )?(?:first|second|third|last|latter) (?:one|option)"
    r"|ja|genau|gut|bitte|danke|mach das|sí|si|claro|vale|por favor|gracias|oui|d['’]accord|vas-y|merci)\b"
    r"|はい|ええ|うん|そう(?:です|して)|お願いします|わかりました|いいです|了解(?:です)?|よろしく|ありがとう(?:ございます)?"
    r"|好(?:的|吧)?|是的|可以|没问题|没错|谢谢|就这样|行吧|네|예|좋아요|그래요|맞아요|감사합니다|그렇게 해 ?주세요"
    r"|ใช่|ได้(?:เลย)?|ตกลง|โอเค|ขอบคุณ|ครับ|ค่ะ",
    re.IGNORECASE,
)
"""What only agrees, or thanks."""
ONE_STATEMENT, BEHIND = 240, 80
"""Characters of a sentence that says one thing, and of a longer one behind a quotation that may still turn it round."""
_CODE = re.compile(r"`([^`]*\w[^`]*)`")
_WORD = re.compile(r"[^\s\"'“”‘’`,;()\[\]{}<>]+")
_IDENTIFIER = re.compile(r"\d|[_/\\@#$]|[^\W\d_][.:][^\W\d_]|[a-z][A-Z]|^--?\w")
_ABBREVIATION = re.compile(r"(?:e\.g|i\.e|and/or|etc)\.?", re.I)
_STARTS = re.compile(r"(?:^|[.!?:;—–(\"“]\s*|\n)$")
_PART = re.compile(r"[^\W_]+")
_DENIES = re.compile(
    r"\b(?:not|no|never|none|nothing|nobody|nowhere|neither|nor|cannot|without|avoid|refrain|hate|stop|skip|dont|doesnt|forbid\w*|nicht|kein\w*|nie(?:mals)?|"
    r"ohne|pas|jamais|sans|interdit\w*|nunca|jamás|sin|não|non|mai|senza|niet|geen|nigdy|nie|не|нет|никогда|нельзя)\b|n['’]t\b|ない|なく|ません|ずに|不|别|別|勿|没|않|말",
    re.I,
)
_ASKED = re.compile(r"n['’]t\b|\bnot\b", re.I)
_TURNS = re.compile(
    r"\b(?:instead of|rather than|over|before|after|not|then|statt|vor|nach|plutôt que|en vez de)\b", re.I
)


class Door(StrEnum):
    """Why a model's wording stands nowhere until you decide on its card."""

    ASSENT = "your words say little by themselves: what they agree to is the model's"
    NAMES = "it names what you did not type"
    APART = "it shares no word with your sentence"
    SIGN = "it has the words of your sentence, and denies what that does not, or turns it round"


def shut_doors(wording: str, sentence: str, quotation: str, typed: str) -> tuple[Door, ...]:
    """What speaks against giving a wording to agents before a person decided on it.

    sentence: the person's, whole; quotation: the part of it that a model named. typed: all that they typed in the
    session, and names that need no typing.
    """
    terms, said = telling(_DENIES.sub(" ", wording)), telling(_DENIES.sub(" ", sentence))
    return tuple(
        door
        for door, is_shut in (
            (Door.ASSENT, len(telling(ASSENT.sub(" ", quotation))) < FEWEST),
            (Door.NAMES, any(True for _ in names_beside(wording, f"{sentence}\n{typed}"))),
            (Door.APART, not terms & said),
            (
                Door.SIGN,
                len(terms & said) >= SAME_WORDS * len(terms) and _is_turned(wording, _around(sentence, quotation)),
            ),
        )
        if is_shut
    )


def _around(sentence: str, quotation: str) -> str:
    """What of a sentence may turn its quotation round: all before it and a little behind; of a short one the whole."""
    place = sentence.find(one_line(quotation))
    if len(sentence) <= ONE_STATEMENT or place < 0:
        return sentence
    return sentence[: place + len(quotation) + BEHIND]


def telling(text: str) -> frozenset[str]:
    """The stems of a text that say something: pairs of signs in scripts that part no words."""
    return frozenset(
        stem(word) for word in tokens(part_scripts(one_line(text))) if word not in STOP and any(map(str.isalnum, word))
    )


def names_beside(wording: str, typed: str) -> Iterator[str]:
    """The names, paths, addresses, numbers and commands of a wording that do not stand among typed words.

    A name that is made of words is known by these: `pass_rate` by "pass rates".
    """
    known = unicodedata.normalize("NFKC", one_line(typed)).casefold()
    for name in _names(unicodedata.normalize("NFKC", wording)):
        line = one_line(name).casefold()
        parts = _PART.findall(line)
        is_of_words = len(parts) > 1 and all(map(str.isalpha, parts))
        if not _stands(line, known) and not (is_of_words and all(_stands(part, known) for part in parts)):
            yield name


def _stands(name: str, known: str) -> bool:
    """Whether a name stands in a text, as one or as many, by itself or as a part of a longer one."""
    bare = re.escape(name.removesuffix("s").strip("/"))
    return re.search(rf"(?<![^\W_]){bare}(?:e?s)?(?![^\W_])", known) is not None


def _names(wording: str) -> Iterator[str]:
    for code in _CODE.findall(wording):
        yield from filter(_PART.search, code.split())
    plain = _CODE.sub(" ", wording)
    for match in _WORD.finditer(plain):
        word = match[0].strip(".:!?-–—*…")
        if not _PART.search(word) or _ABBREVIATION.fullmatch(word):
            continue
        is_capital = word[0].isupper() and word != "I" and not _STARTS.search(plain[: match.start()])
        if _IDENTIFIER.search(word) or is_capital:
            yield word


def _is_turned(wording: str, sentence: str) -> bool:
    """Whether one denies more often than the other, or what stands behind a contrast changed its side.

    What a question denies by its verb ("why aren't we …?") says nothing.
    """
    if sentence.rstrip("\"'”’) ").endswith(("?", "？")):
        sentence = _ASKED.sub(" ", sentence)
    if len(_DENIES.findall(wording)) != len(_DENIES.findall(sentence)):
        return True
    return any(
        word == other and behind & their_front and not behind & their_behind
        for word, _, behind in _contrasts(wording)
        for other, their_front, their_behind in _contrasts(sentence)
    )


def _contrasts(text: str) -> Iterator[tuple[str, frozenset[str], frozenset[str]]]:
    """Each contrast of a text with the terms before it, and the first one behind it."""
    for match in _TURNS.finditer(text):
        behind = next((one for word in text[match.end() :].split() if (one := telling(word))), frozenset())
        yield match[0].casefold(), telling(text[: match.start()]), behind


def is_worded(fact: Fact) -> bool:
    """Whether a model chose the words, or may have, and no person approved them."""
    return fact.origin is Origin.READ and not fact.approved_at


def sentence_behind(fact: Fact, evidence: Sequence[Evidence]) -> str:
    """What the person said that a model's wording rests on; empty where the text needs none.

    It is their first quotation: what they said again may say it otherwise.
    """
    if not is_worded(fact):
        return ""
    return next((item.quote for item in evidence if item.role is Role.USER), "")


def beside_sentences(store: Store, facts: Sequence[Fact]) -> list[Fact]:
    """The facts as others than the person read them: what a model worded beside the sentence that it rests on."""
    worded = [fact.id for fact in facts if is_worded(fact)]
    evidence = store.facts.evidence(worded) if worded else {}
    return [_beside(fact, sentence_behind(fact, evidence.get(fact.id, ()))) for fact in facts]


def _beside(fact: Fact, sentence: str) -> Fact:
    text, said = one_line(fact.text), one_line(sentence)
    told = beside(text, said, fact.created_at or None)
    return replace(fact, text=Clean(told)) if said and told != text else fact
