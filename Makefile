# Every target sets up what it needs: a virtual environment in .venv with Lore and its tools.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Else each of a thousand processes compiles what it loads anew.
unexport PYTHONDONTWRITEBYTECODE
STAMP := $(VENV)/.ready
AGENTS := $(VENV)/agents
AGENT_PACKAGES := @anthropic-ai/claude-code-linux-x64 @github/copilot @google/gemini-cli @openai/codex opencode-ai

.PHONY: demo test quick check bench torture agents screenshots clean

demo: $(STAMP)
	@$(BIN)/lore demo

test: check
	$(BIN)/pytest -n 3 --dist worksteal

quick: $(STAMP)
	$(BIN)/pytest -n 3 --dist worksteal --quick

check: $(STAMP)
	$(BIN)/ruff format --check core tui tests
	$(BIN)/ruff check core tui tests
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(STAMP)
	@for bench in tests/bench/bench_*.py; do echo "== $$bench"; $(BIN)/python $$bench || exit 1; done

torture: $(STAMP)
	$(BIN)/pytest -n 2 --hypothesis-profile=nightly -m "hypothesis or long_form or nightly"
	$(BIN)/python -m tests.torture --long

# The real programs, against a model on loopback. They go into a folder of their own, which `make clean` removes.
agents: $(STAMP)
	@npm install --no-audit --no-fund --loglevel=error --prefix $(AGENTS) $(AGENT_PACKAGES)
	LORE_AGENT_PROGRAMS=$(CURDIR)/$(AGENTS)/node_modules $(BIN)/pytest tests/agents/real

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
