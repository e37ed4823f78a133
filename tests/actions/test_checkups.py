"""The doctor, heard check by check."""

from lore import actions
from lore.doctor import CHECKS
from lore.store import Store
from support.keyboard import at_app


def test_every_result_is_heard_in_order_and_is_the_report(library: Store) -> None:
    engine = at_app(library)
    heard: list[actions.Result] = []
    done = actions.examine_each(engine, heard.append)
    assert tuple(heard) == done.report.results
    assert [one.check.id for one in heard] == [check.id for check in actions.list_checks(engine).checks]
    assert [check.id for check in CHECKS] == [one.check.id for one in heard]
