"""What has warnings is approved on its own card, whatever key is pressed."""

from lore.memory import decisions
from lore.memory.review_cards import review_card
from lore.model import CandidateStatus, Clean
from lore.store import Store
from lore_tui.keymap import keymap
from lore_tui.keys import KEYS, Group, Place
from support.keyboard import at_keyboard

WAITING, APPROVED = CandidateStatus.WAITING, CandidateStatus.APPROVED
DECIDING = [key.id for key in KEYS if Place.REVIEW in key.where and key.group is Group.DECIDE]


def risky_one(store: Store) -> str:
    return next(name for name in decisions.queue(store) if review_card(store, name).risky)


async def test_one_use_of_any_action_approves_no_risky_proposal(library: Store) -> None:
    """With a form saved, but with no question about the risk answered."""
    risky = risky_one(library)
    async with at_keyboard(library) as person:
        for action in (*DECIDING, "edit"):
            person.rows.go_to(risky)
            await person.settle()
            await person.press(*keymap().by_id(action).pressed[:1])
            await person.press(*(["enter"] if action == "edit" else []))
            candidate = library.candidates.get(risky)
            assert candidate.status is not APPROVED
            assert library.facts.get(candidate.fact).approved_at is None
            while person.frame.place is not Place.REVIEW:
                await person.press("escape")
            await person.press(*["u"] * (risky not in person.rows.ids))


async def test_only_risky_ones_are_no_question(library: Store) -> None:
    """Nothing to say yes to."""
    risky = risky_one(library)
    async with at_keyboard(library) as person:
        for name in decisions.queue(library):
            if name != risky:
                person.rows.go_to(name)
                await person.press("space")
        await person.press("A")
        assert "1 needs a look first: approve one at a time" in person.status
        await person.press("y")
        assert library.candidates.get(risky).status is WAITING


async def test_what_changed_after_the_question_is_not_approved(library: Store) -> None:
    """The answer holds for what stood on the screen when it was asked."""
    first = decisions.queue(library)[0]
    async with at_keyboard(library) as person:
        await person.press("A")
        with library.write("agent:codex") as transaction:
            library.candidates.update(transaction, first, action="candidate.edit", text=Clean("Never use pnpm"))
        await person.press("y")
        assert library.candidates.get(first).status is WAITING
        assert "not saved" in person.status


async def test_new_words_of_a_risky_proposal_are_asked_for_again(library: Store) -> None:
    """No leads back to the words, yes approves them."""
    risky = risky_one(library)
    async with at_keyboard(library) as person:
        person.rows.go_to(risky)
        await person.settle()
        await person.press("e")
        await person.write(" always")
        await person.press("enter")
        assert "approve anyway?" in person.status
        await person.press("n")
        assert "always" in person.screen
        await person.press("enter", "y")
        decided = library.candidates.get(risky)
        assert (decided.status, decided.text.endswith(" always")) == (APPROVED, True)
