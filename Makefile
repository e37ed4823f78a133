# Every target sets up what it needs: a virtual environment in .venv with Lore and its tools.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready

.PHONY: demo test quick check bench torture screenshots clean

demo: $(STAMP)
	@$(BIN)/lore demo

test: check
	$(BIN)/pytest -n 2 --dist worksteal

quick: $(STAMP)
	$(BIN)/pytest -n 2 --dist worksteal --quick

check: $(STAMP)
	$(BIN)/ruff format --check core tui tests
	$(BIN)/ruff check core tui tests
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(STAMP)
	@for bench in tests/bench/bench_*.py; do echo "== $$bench"; $(BIN)/python $$bench || exit 1; done

torture: $(STAMP)
	$(BIN)/pytest -n 2 --hypothesis-profile=nightly -m hypothesis
	$(BIN)/python -m tests.torture --long

screenshots: $(STAMP)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --group pictures
	PYTHONPATH=tests $(BIN)/python tests/bench/screenshots.py

clean:
	rm -rf $(VENV) dist

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Lore needs Python 3.11 or newer: make PYTHON=python3.12"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "setting up $(VENV) (once, about a minute)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e . --group dev
	@touch $@
