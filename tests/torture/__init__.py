"""Programs that try to make Lore lose, damage or garble a memory, and print how often they succeeded.

`python -m tests.torture` runs them; each line it prints is one promise with its figure. Everything random comes from a
seed that is printed with the command that repeats the run. Only these programs may call into any room.
"""
