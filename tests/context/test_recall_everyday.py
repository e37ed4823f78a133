"""What everyday prompts recall: the same in other words, each subject of a long goal, and nothing by a colour."""

from collections.abc import Iterator

import pytest

from lore.actions import Engine, open_engine, recall
from lore.memory.editing import NewFact, add_fact
from lore.model import Kind
from lore.store import Store

WEB = "github.com/me/web"
FACTS = {
    "deploy": "We deploy with blue green because rollbacks took an hour.",
    "search": "We use tantivy for search because sqlite FTS was too slow on prefixes.",
    "prices": "Prices are stored in cents as integers.",
    "import": "The importer reads CSV with polars because pandas used too much memory.",
    "log": "Log to standard error, never to standard output.",
    "tests": "Tests mock the network.",
    "sessions": "Sessions are kept in Redis because Postgres locks were slow.",
    "buttons": "Buttons are green and links are blue.",
}
GOAL = "implement the csv import of orders: read each file, store the prices, log what is skipped, and write the tests"


@pytest.fixture
def engine(store: Store) -> Iterator[Engine]:
    for text in FACTS.values():
        add_fact(store, NewFact(text, Kind.DECISION, project=WEB))
    with open_engine() as found:
        found.searcher.prepare()
        yield found


def given(engine: Engine, prompt: str) -> set[str]:
    names = {text: name for name, text in FACTS.items()}
    return {names[item.text] for item in recall(engine, prompt, project=WEB).items}


@pytest.mark.parametrize(
    ("prompt", "wanted"),
    [
        ("which cache holds the logins?", {"sessions"}),
        ("should we swap the search engine?", {"search"}),
        ("why is the sky blue in this css gradient?", set()),
        ("paint the header blue", set()),
        ("make the buttons of the login page green", {"buttons"}),
        ("what is the capital of France?", set()),
        ("yes, go ahead", set()),
    ],
)
def test_a_prompt_recalls_what_it_is_about(engine: Engine, prompt: str, wanted: set[str]) -> None:
    assert given(engine, prompt) == wanted


def test_a_long_goal_recalls_what_each_of_its_parts_is_about(engine: Engine) -> None:
    assert given(engine, GOAL) >= {"prices", "import", "log", "tests"}
    assert len(given(engine, GOAL)) <= 5
