PYTHON ?= python3.11 python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

PROTOC_VERSION := 1.75.1
PROTOC := $(VENV)/protoc-$(PROTOC_VERSION)
PB := server/src/gemwright/pb

.DEFAULT_GOAL := help
# Tests start hundreds of processes, each of which would compile all that it imports again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help venv run play test test-quick test-long test-clients web test-workers test-cluster test-power chaos soak fuzz check check-protos check-deploy format protos bench measure clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

venv: $(STAMP) ## Create .venv with everything the other targets need

# The build tools are installed first, so that constraints.txt holds for them too.
$(STAMP): pyproject.toml clients/python/pyproject.toml clients/conformance/pyproject.toml constraints.txt
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
	  -c constraints.txt -e '.[server,dev]' -e './clients/python[cli]' -e ./clients/conformance
	@touch $@

# The oldest grpcio a client may have decides the version of the tools: generated code refuses to
# load with anything older. They live apart, for they pin an older protobuf than the server uses.
$(PROTOC): | $(STAMP)
	@rm -rf $@.new
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps \
	  --target $@.new grpcio-tools==$(PROTOC_VERSION)
	@mv $@.new $@

run: $(STAMP) ## Serve on this machine; flags in ARGS, as in: make run ARGS=--help
	@exec $(BIN)/gemwright-server $(ARGS)

play: $(STAMP) ## Play against a bot in this terminal; options in ARGS
	@exec $(BIN)/gemwright play $(ARGS)

# Four at a time on two cores, for many tests mostly wait; the longer ones wait less.
test: $(STAMP) ## Run the tests
	@$(BIN)/python -m pytest -q -n 4 -m "not long and not power and not clients"
	@none=$$(for tool in node mvn; do command -v $$tool >/dev/null || printf ' %s' $$tool; done); \
	echo "Left out: clients/web (Node) and clients/kotlin (JDK, Maven)$${none:+, here is no$$none};" \
	  "make test-clients runs them."

# What an inner loop needs; of the engine all but the tests that two positions look the same.
WHOLE_MATCH := test_snapshot_and_updates_are_what_the_engine_says_at_every_version
test-quick: $(STAMP) ## Run in a minute: the rules, the contract, a match over gRPC
	@$(BIN)/python -m pytest -q -n 2 -m "not long" tests/engine tests/contract \
	  --ignore=tests/engine/laws/test_secrets.py \
	  'tests/service/test_whole_matches.py::$(WHOLE_MATCH)[alternating-duel]'

test-long: $(STAMP) ## Run the longer tests
	@$(BIN)/python -m pytest -q -n 3 -m long

# Each suite starts servers of its own; pytest then plays the conformance suite against their drivers.
test-clients: $(STAMP) ## Test the other clients; needs Node 20, JDK 17, Maven, Chromium, nginx
	@cd clients/web && npm ci --no-audit --no-fund --silent && npm run --silent check && \
	  npm test --silent && npm run --silent test:table
	@mvn -q -f clients/kotlin verify
	@mvn -q -f clients/kotlin -P lite verify
	@$(BIN)/python -m pytest -q -m clients

web: ## Build the table of clients/web into the server; needs Node 20
	@cd clients/web && npm ci --no-audit --no-fund --silent && npm run --silent build

test-workers: $(STAMP) ## Run the service's tests with servers of two processes each
	@GEMWRIGHT_TEST_WORKERS=2 $(BIN)/python -m pytest -q -n 2 -m "not long" tests/service

test-cluster: $(STAMP) ## Run the service's tests on a Redis Cluster of six processes
	@GEMWRIGHT_TEST_STORE=cluster $(BIN)/python -m pytest -q -n 2 -m "not long" tests/service tests/rpc

test-power: $(STAMP) ## Run the tests that take the power of a store away; needs strace
	@$(BIN)/python -m pytest -q -m power

chaos: $(STAMP) ## Kill anything, lose nothing, in half an hour; options in ARGS: --short, --seed N
	@$(BIN)/python -m tests.programs.chaos $(ARGS)

soak: $(STAMP) ## Play for half an hour: does anything grow?
	@$(BIN)/python -m tests.programs.chaos --calm 30m $(ARGS)

fuzz: $(STAMP) ## Send 100,000 hostile calls; options in ARGS: --calls N, --seed N
	@$(BIN)/python -m tests.programs.fuzz $(ARGS)

check: $(STAMP) check-protos check-deploy ## Lint, layout, types, the contract, deploy/
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy

check-protos: $(STAMP) $(PROTOC) ## Lint the contract; is it unbroken, its generated code current?
	@$(BIN)/buf lint protos
	@$(BIN)/buf format --diff --exit-code protos
	@tag=$$(git describe --tags --abbrev=0 --match 'v*' 2>/dev/null); \
	if [ -z "$$tag" ]; then echo 'No release yet: there is no contract to break.'; \
	else $(BIN)/buf breaking protos --against ".git#tag=$$tag,subdir=protos"; fi
	@new=$$(mktemp -d) && trap 'rm -rf "$$new"' EXIT && \
	server/generate.sh $(BIN)/python $(PROTOC) "$$new" && \
	diff -r -x __pycache__ "$$new" $(PB) || \
	{ echo "$(PB) is not what protos/ says; run: make protos" >&2; exit 1; }

check-deploy: $(STAMP) ## Lint what operators build and start
	@$(BIN)/hadolint deploy/Dockerfile
	@$(BIN)/check-jsonschema --quiet --builtin-schema vendor.compose-spec deploy/compose.yaml

format: $(STAMP) ## Lay out the code and mend what lint can mend
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format
	@$(BIN)/buf format --write protos

protos: $(STAMP) $(PROTOC) ## Generate the Python code of the contract
	@server/generate.sh $(BIN)/python $(PROTOC) $(PB)

bench: $(STAMP) ## Measure rules, service and Redis; options in ARGS: --quick, --json
	@for part in engine service knee redis_alone wake_ups; do \
	  echo "--- $$part"; $(BIN)/python bench/$$part.py $(ARGS) || exit 1; \
	done

measure: $(STAMP) ## Measure how far one has to go in the code; options in ARGS: --where, --json
	@$(BIN)/python bench/measure.py $(ARGS)

clean: ## Remove everything the other targets made, the data of make run too
	@rm -rf $(VENV) .hypothesis .mypy_cache .pytest_cache .ruff_cache build dist data
	@rm -rf clients/web/node_modules clients/web/dist clients/web/dist-test clients/kotlin/target*
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
