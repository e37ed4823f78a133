"""What a command that is gone says: once, what to do instead, with the exit code for usage; and it does nothing."""

import pytest

from lore.cli.gone import GONE
from lore.cli.program import run


@pytest.mark.parametrize("words", GONE, ids=" ".join)
def test_a_command_that_is_gone_says_what_to_do_instead(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(list(words)) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert f"`lore {' '.join(words)}` is gone" in printed.err
    assert GONE[words] in " ".join(printed.err.split())
