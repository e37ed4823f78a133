"""The command line: a command parses, calls one function of the engine, and renders.

`main.py` holds the table of commands; each is imported only when it runs. `output.py` owns stdout (data), `console.py`
owns stderr and exit codes. May import every room of the engine.
"""
