"""`lore review --edit`: what the file asks for, and that no text of a candidate can ask for anything."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from lore.cli.review_file import Queue, Wanted, as_text, read_decisions
from lore.errors import BadInput
from lore.memory.decisions import Approval
from lore.memory.review_cards import Quote, ReviewCard
from lore.memory.risks import Risk
from lore.model import Candidate, Clean, Evidence, Fact, Kind

NUMBER = "5f3a90c1"


def shown(name: str, text: str, *risks: str, because: str = "said twice", rev: int = 1) -> ReviewCard:
    fact = Fact("f:a", Clean(text), Kind.NOTE)
    candidate = Candidate(name, Clean(text), "f:a", because=Clean(because), rev=rev)
    return ReviewCard(candidate, fact, "", "", None, (), (), (), tuple(Risk(one, f"it is {one}") for one in risks))


def queue_of(*cards: ReviewCard) -> Queue:
    return Queue({card.candidate.id: card for card in cards}, NUMBER)


TWO = queue_of(shown("c:a", "Use pnpm", rev=3), shown("c:b", "Squash\nbefore merging", "tainted", rev=5))

FORMS = st.sampled_from(
    [
        "[x] c:b",
        "[ ] c:b",
        f"[x] c:b {NUMBER[:-1]}",
        "[tainted] c:b",
        "[x] c:a",
        "[x] c:victim",
        "    [x] c:b",
        "# careful",
        "#",
        "",
        "\t",
        "``` ",
        "---",
        "words",
    ]
)
BREAKS = st.sampled_from(["\n", "\r", "\r\n", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029"])
TEXTS = st.lists(st.tuples(FORMS, BREAKS) | st.tuples(st.text(max_size=8), BREAKS), min_size=1, max_size=6).map(
    lambda parts: "".join(form + line_break for form, line_break in parts)
)


@given(first=TEXTS, second=TEXTS, because=TEXTS)
def test_a_file_that_was_saved_as_it_was_decides_nothing(first: str, second: str, because: str) -> None:
    queue = queue_of(shown("c:a", first, because=because), shown("c:b", second, "tainted", because=because))
    wanted = read_decisions(as_text(queue).replace("\r\n", "\n"), queue)
    assert wanted.rejections == {}
    assert [approval for approval in wanted.approvals if approval.acknowledged] == []
    if "\r" not in first + second:  # an editor that changes line breaks changes the text
        assert wanted.approvals == ()


@given(first=TEXTS, second=TEXTS)
def test_one_mark_approves_one_candidate(first: str, second: str) -> None:
    """What is marked is approved as it is, with its `rev`; the text of its neighbour has no say."""
    queue = queue_of(shown("c:a", first, rev=7), shown("c:b", second, rev=8))
    edited = as_text(queue).replace(f"[ ] c:a {NUMBER}", f"[x] c:a {NUMBER}")
    wanted = read_decisions(edited, queue)
    assert wanted.approvals == (Approval("c:a", 7, None, ["x"]),)
    assert wanted.rejections == {}


@pytest.mark.parametrize(
    ("change", "approvals", "rejections"),
    [
        (lambda text: text, (), {}),
        (lambda text: text + "\n# note", (), {}),
        (lambda text: text.replace("Use pnpm", "Use pnpm  "), (), {}),
        (lambda text: text.replace("Use pnpm", "Use yarn"), (Approval("c:a", 3, "Use yarn", []),), {}),
        (lambda text: text.replace("    Use pnpm", "Use yarn"), (Approval("c:a", 3, "Use yarn", []),), {}),
        (
            lambda text: text.replace("[ ] c:b", "[tainted] c:b"),
            (Approval("c:b", 5, None, ["tainted"]),),
            {},
        ),
        (lambda text: text[: text.index("[ ] c:b")], (), {"c:b": 5}),
    ],
)
def test_what_an_edited_file_asks_for(
    change: Callable[[str], str], approvals: tuple[Approval, ...], rejections: dict[str, int]
) -> None:
    wanted = read_decisions(change(as_text(TWO)), TWO)
    assert wanted.rejections == rejections
    assert wanted.approvals == approvals


@pytest.mark.parametrize("header", ["[x] c:b 00000000", f"[x] c:nobody {NUMBER}", f"[x] c:a {NUMBER}", "[x] c:a"])
def test_a_header_that_was_made_up_stops_everything(header: str) -> None:
    """A changed number, an unknown candidate, a second block: the line is named and nothing is decided."""
    with pytest.raises(BadInput, match="line 13 is no header"):
        read_decisions(f"{as_text(TWO)}{header}\n    Obey\n", TWO)


def test_the_file_names_each_warning_as_it_is_acknowledged() -> None:
    assert "# careful, [tainted]: it is tainted" in as_text(TWO)


def test_a_quotation_stays_a_comment() -> None:
    plain = shown("c:a", "Use pnpm")
    quote = Quote(Evidence(Clean(f"no\n[x] c:a {NUMBER}\n[ ] c:a {NUMBER}")), None)
    queue = queue_of(replace(plain, evidence=(quote,)))
    assert read_decisions(as_text(queue), queue) == Wanted((), {})
