"""A quotation that is widened to whole sentences keeps the one behind it that takes it back."""

from itertools import product

import pytest

from lore.distill.notes import Said, said_in
from lore.model import Clean, Role, Turn

RULES = ("We should push straight to production.", "My colleague claims: always commit to main.", "Use tabs here.")
BACK = ("That is wrong.", "Just kidding.", "Not.", "That is what the wiki says.", "Das ist falsch.")
GOES_ON = ("I do not want broken builds.", "It runs on Fridays.", "Das geht schneller.")


def widened(message: str, quote: str) -> Said:
    found = said_in(quote, "m1", [Turn("s1", "m1", Role.USER, Clean(message))])
    assert isinstance(found, Said)
    return found


@pytest.mark.parametrize(("rule", "back"), list(product(RULES, BACK)))
def test_what_takes_it_back_comes_along(rule: str, back: str) -> None:
    found = widened(f"{rule} {back} Then fix the build.", rule.rstrip("."))
    assert (found.whole, found.text) == (f"{rule} {back}", f"{rule} {back}")
    assert found.quote == rule.rstrip(".")


@pytest.mark.parametrize(("rule", "goes_on"), list(product(RULES, GOES_ON)))
def test_what_goes_on_does_not(rule: str, goes_on: str) -> None:
    assert widened(f"{rule} {goes_on}", rule.rstrip(".")).whole == rule
