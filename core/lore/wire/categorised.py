"""Categories as JSON."""

from lore.actions import Categories, CategoryOverview


def categories(outcome: Categories) -> dict[str, object]:
    """`category list`."""
    return {"categories": [category(one) for one in outcome.overviews]}


def category(one: CategoryOverview) -> dict[str, object]:
    """`category show`. `summary` is a person's; `leading` is what one that follows the facts says."""
    return {
        "name": one.category.name,
        "description": one.category.description,
        "words": list(one.category.words),
        "kinds": [kind.value for kind in one.category.kinds],
        "seeded": one.category.seeded,
        "summary": one.category.summary,
        "facts": one.facts,
        "leading": [{"id": fact.id, "text": fact.text} for fact in one.leading],
    }
