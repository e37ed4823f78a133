"""Names, at the end of a run, each test that took over five seconds of a processor and does not say why.

A report and no failure: how long a test takes depends on the machine. The mark `slow` says why.
"""

import os
from collections.abc import Iterator

import pytest

MOST_S = 5.0
SPENT = "processor seconds"


def spent() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


class LongTests:
    """Registered with pytest by `tests/conftest.py`; with xdist, what the workers measured comes with their reports."""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Iterator[None]:
        item.user_properties.append((SPENT, spent()))
        yield

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Iterator[None]:
        yield
        began = dict(item.user_properties)[SPENT]
        item.user_properties[:] = [(SPENT, round(spent() - float(str(began)), 1))]

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        silent = []
        for report in terminalreporter.getreports("") + terminalreporter.getreports("passed"):
            took = float(str(dict(report.user_properties).get(SPENT, 0)))
            if report.when == "teardown" and took > MOST_S and "slow" not in report.keywords:
                silent.append((took, report.nodeid))
        if silent:
            terminalreporter.write_sep("-", "over five seconds of a processor, without a reason beside it")
            for took, name in sorted(silent, reverse=True):
                terminalreporter.write_line(f"{took:5.1f} s  {name}")
