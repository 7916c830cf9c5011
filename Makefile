# From a fresh clone: `make demo` shows what snarl does, `make test` shows that it works.
# Needs Python 3.11, cargo, a JDK and Maven; everything else goes into .venv, target and agent/target.

PYTHON  ?= python3
SECONDS ?= 60
JOBS    ?= 2

PY    := .venv/bin/python
TOOLS := .venv/.tools
BUILT := .venv/.built

# Builds use the maturin in .venv, which pip finds only if it is on the path.
PIP   := PATH="$(CURDIR)/.venv/bin:$$PATH" $(PY) -m pip

# What the extension and the agent are made from. Python files are not here: the installation is
# editable, so a change of theirs needs no build. Folders are: they change when a file goes away.
SOURCES := Cargo.toml Cargo.lock pyproject.toml build_backend/snarl_build.py agent/pom.xml \
           $(shell find crates agent/src -type d -o -name '*.rs' -o -name '*.java' -o -name Cargo.toml)

export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := help
.PHONY: help build demo test lint format bench fuzz wheel clean

help: ## List what make can do
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

build: $(BUILT) ## Make .venv and build the engine and the agent into it

# Exit code 1 says that there are findings, and here there must be some.
demo: $(BUILT) ## Show snarl at work on examples/demo
	.venv/bin/snarl check examples/demo; test $$? -eq 1

test: $(BUILT) ## Run all tests
	cargo test --quiet --workspace --exclude snarl-engine
	$(PY) -m pytest --numprocesses $(JOBS) --dist loadfile

lint: export PYO3_PYTHON = $(CURDIR)/$(PY)
lint: $(BUILT) ## Run all linters and type checkers
	$(PY) -m ruff check
	$(PY) -m ruff format --check
	$(PY) -m mypy
	$(PY) -m mypy.stubtest --mypy-config-file pyproject.toml snarl._engine
	cargo fmt --all --check
	cargo clippy --quiet --workspace --all-targets -- -D warnings

format: $(TOOLS) ## Bring Python and Rust code into form
	$(PY) -m ruff check --fix
	$(PY) -m ruff format
	cargo fmt --all

bench: $(BUILT) ## Measure, side by side with peers
	$(PY) -m bench
	$(PY) -m bench.points_to
	$(PY) -m bench.recall
	$(PY) -m bench.races
	$(PY) -m bench.races --versions
	$(PY) -m bench.soundness
	$(PY) -m bench.detection
	$(PY) -m bench.suites

fuzz: $(BUILT) ## Mutated class files for the engine, for SECONDS (60); 300 random programs for the agent
	cargo run --release --package snarl-fuzz -- --seconds $(SECONDS)
	SNARL_RANDOM_PROGRAMS=300 $(PY) -m pytest tests/test_random_programs.py

wheel: $(TOOLS) ## Build a wheel into dist/
	$(PIP) wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .
	@ls dist/*.whl

clean: ## Remove all that was built, .venv too
	rm -rf .venv target build dist agent/target python/snarl/agent/snarl-agent.jar
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find python/snarl -name '*.so' -delete
	find python build_backend tests bench -name __pycache__ -prune -exec rm -rf {} +

$(TOOLS): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "snarl needs Python 3.11 or newer, and '$(PYTHON)' is not one: name one with make PYTHON=..." >&2; \
	  exit 1; }
	@test -x $(PY) || { echo 'making .venv'; $(PYTHON) -m venv .venv; }
	@$(PY) -m pip install --quiet 'pip>=25.1'
	@$(PY) -m pip install --quiet --group dev
	@touch $@

# The same backend as for `pip install .`; pip shows its output when it fails.
$(BUILT): $(TOOLS) $(SOURCES)
	@echo 'building the engine and the agent (the first time takes a minute or two)'
	@$(PIP) install --quiet --no-build-isolation --editable .
	@touch $@
