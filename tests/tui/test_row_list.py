"""The list: a hundred thousand ids cost what a screen of rows costs."""

from collections.abc import Iterator, Sequence

from textual.app import App, ComposeResult

from lore_tui.look import Row
from lore_tui.widgets.row_list import RowList

MANY = [f"f:{number}" for number in range(100_000)]


class Window(App[None]):
    """One list, and a note of what it asked for."""

    def __init__(self, ids: Sequence[str]) -> None:
        super().__init__()
        self._ids = ids
        self.asked: list[str] = []
        self.highlighted: list[str | None] = []

    def compose(self) -> ComposeResult:
        yield RowList(self._load)

    def on_mount(self) -> None:
        self.rows.show(self._ids)

    def on_row_list_highlighted(self, event: RowList.Highlighted) -> None:
        self.highlighted.append(event.row_id)

    @property
    def rows(self) -> RowList:
        return self.query_one(RowList)

    def _load(self, ids: Sequence[str]) -> Iterator[Row]:
        self.asked += ids
        return (Row(name, f"text of {name}") for name in ids)


async def test_only_the_rows_in_sight_are_read() -> None:
    """Top and bottom of a long list are two screens of rows; going back reads nothing."""
    app = Window(MANY)
    async with app.run_test(size=(80, 24)) as pilot:
        app.rows.move_to_edge(1)
        await pilot.pause()
        assert app.rows.current == MANY[-1]
        assert len(app.asked) <= 2 * 24
        asked = len(app.asked)
        app.rows.move_to_edge(-1)
        await pilot.pause()
        assert len(app.asked) == asked


async def test_a_burst_of_moves_tells_of_the_last_only() -> None:
    """The card is built once."""
    app = Window(MANY)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.highlighted.clear()
        for _ in range(50):
            app.rows.move(1)
        await pilot.pause()
        assert app.highlighted[-1] == MANY[50]
        assert len(app.highlighted) < 10


async def test_taking_out_and_putting_back_keeps_the_order() -> None:
    """What is under the cursor changes only when it is itself taken out."""
    app = Window(["a", "b", "c", "d"])
    async with app.run_test() as pilot:
        app.rows.go_to("c")
        app.rows.rearrange(["b", "c", "d"])
        assert app.rows.current == "c"
        app.rows.rearrange(["b", "d"])
        assert app.rows.current == "d"
        app.rows.rearrange(["b", "c", "d"])
        assert app.rows.current == "d"
        app.rows.rearrange(["a", "b", "c", "d"], go="a")
        await pilot.pause()
        assert (list(app.rows.ids), app.rows.current) == (["a", "b", "c", "d"], "a")


async def test_an_empty_list_takes_every_move() -> None:
    """Nothing to move on, nothing to mark, nothing to break."""
    app = Window([])
    async with app.run_test() as pilot:
        rows = app.rows
        rows.empty_lines = ("Nothing here.",)
        rows.move(1)
        rows.move_page(-1)
        rows.move_to_edge(1)
        rows.toggle_mark()
        await pilot.pause()
        assert (rows.current, rows.marked) == (None, set())
        rows.rearrange(["a"])
        assert rows.current == "a"


async def test_marks_of_what_left_are_forgotten() -> None:
    """Only what is listed can be marked."""
    app = Window(["a", "b", "c"])
    async with app.run_test() as pilot:
        app.rows.toggle_mark()
        app.rows.toggle_mark()
        app.rows.take_out("a")
        app.rows.show(["b", "c"], keep="c")
        await pilot.pause()
        assert app.rows.marked == {"b"}
        assert app.rows.current == "c"
