PYTHON ?= python3.11 python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.DEFAULT_GOAL := help
.PHONY: help venv test test-long check format bench clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

venv: $(STAMP) ## Create .venv with everything the other targets need

# The build tools are installed first, so that constraints.txt holds for them too.
$(STAMP): pyproject.toml constraints.txt
	@python=; \
	for p in $(PYTHON); do \
	  if "$$p" -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; \
	  then python=$$p; break; fi; \
	done; \
	if [ -z "$$python" ]; then \
	  echo 'Python 3.11 or newer with its venv module is needed; name one with: make PYTHON=/path/to/python' >&2; \
	  exit 1; \
	fi; \
	echo "Installing into $(VENV) ..."; \
	"$$python" -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check \
	  -c constraints.txt hatchling editables
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation \
	  -c constraints.txt -e '.[dev]'
	@touch $@

test: $(STAMP) ## Run the tests
	@$(BIN)/python -m pytest -q -n 2 -m "not long"

test-long: $(STAMP) ## Run the longer tests
	@$(BIN)/python -m pytest -q -n 2 -m long

check: $(STAMP) ## Lint, layout and types
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy

format: $(STAMP) ## Lay out the code and mend what lint can mend
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format

bench: $(STAMP) ## Measure the engine; options in ARGS, as in: make bench ARGS=--json
	@$(BIN)/python bench/engine.py $(ARGS)

clean: ## Remove everything the other targets made
	@rm -rf $(VENV) .hypothesis .mypy_cache .pytest_cache .ruff_cache build dist
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
