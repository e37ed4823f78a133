"""`python -m lore` is `lore`."""

from lore.cli.main import main

main()
