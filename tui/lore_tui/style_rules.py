"""The rules of style, each text of them parsed once for a set of colours."""

from textual.css.stylesheet import Stylesheet


class StyleRules(Stylesheet):
    """Textual parses everything again whenever a screen is entered; with the same colours the same comes out.

    Four times 8 ms until the first screen is painted, and 8 ms for each screen that is entered.
    """

    def __init__(self, *, variables: dict[str, str] | None = None) -> None:
        super().__init__(variables=variables)
        self._known = variables

    def set_variables(self, variables: dict[str, str]) -> None:
        """Forget what was parsed, where a colour changed."""
        if variables != self._known:
            self._known = variables
            super().set_variables(variables)

    def reparse(self) -> None:
        """Raises StylesheetError."""
        self.parse()
