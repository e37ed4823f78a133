"""`python -m lore.agents.hook AGENT EVENT`, as set-up writes it: where Lore is gone, Python ends with 1, which stops no
agent; for a script that is gone it ends with 2, which Claude Code takes for a refusal of the prompt."""

from lore.agents.hook.main import main

main()
