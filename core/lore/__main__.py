"""`python -m lore` is `lore`."""

from lore.cli import main

main()
