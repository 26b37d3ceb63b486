# Everything from nothing: `make demo` and `make test` need only python3.11, make and a C++ compiler.
PYTHON ?= python3.11
PYTEST_ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
PROJECT := pyproject.toml constraints.txt
ENGINE := CMakeLists.txt $(wildcard csrc/*)
SOURCES := $(wildcard csrc/*.?pp benchmarks/*.?pp)

# Idle OpenMP threads of torch and numpy must sleep: spinning, they take the processor from those that work.
export OMP_WAIT_POLICY := passive

.PHONY: help demo test bench figures docs lint ruff mypy imports clang-format format sanitize wheel clean
.NOTPARALLEL:
.DEFAULT_GOAL := help

help:  ## list the targets
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):[^#]*## (.*)/  make \1\t\2/' | expand -t 18

demo: $(VENV)/.engine  ## a social graph: train, compare, recommend, explain; a picture in demo-output/
	$(BIN)/gdgnn demo

test: $(VENV)/.engine  ## all tests, on all cores; PYTEST_ARGS="-k vertical -x" chooses
	$(BIN)/python -m pytest --numprocesses logical --maxprocesses 4 --dist loadscope $(PYTEST_ARGS)

bench: $(VENV)/.engine  ## speed and memory beside peers, into benchmarks/results/ and README.md
	$(BIN)/python -m benchmarks.engine
	$(BIN)/python docs/figures.py

figures: $(VENV)/.engine  ## the tables of README.md and the guide, from the files of measurements
	$(BIN)/python docs/results.py
	$(BIN)/python docs/knowledge_figures.py
	$(BIN)/python docs/training_figures.py
	$(BIN)/python docs/figures.py

docs: $(VENV)/.engine $(VENV)/.dev  ## pictures and site, strictly, into site/
	$(BIN)/python docs/pictures.py
	$(BIN)/python docs/commands.py
	$(BIN)/python -m sphinx --fail-on-warning --keep-going --fresh-env --quiet -b html docs site

lint: ruff mypy imports clang-format  ## all four checks; make -k lint goes on after one that fails

ruff: $(VENV)/.dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check

mypy: $(VENV)/.dev
	$(BIN)/mypy

imports: $(VENV)/.dev
	$(BIN)/lint-imports

clang-format: $(VENV)/.dev
	$(BIN)/clang-format --dry-run --Werror $(SOURCES)

format: $(VENV)/.dev  ## rewrite the sources as `make lint` wants them
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(BIN)/clang-format -i $(SOURCES)

sanitize: $(VENV)/.engine  ## the engine's tests and a minute of fuzzing, under sanitizers
	.ci/sanitize address,undefined tests
	.ci/sanitize address,undefined fuzz
	.ci/sanitize thread tests

wheel: $(VENV)/.dev  ## sdist and wheel, built apart and tried in an empty environment
	.ci/wheel

clean:  ## remove what make made
	rm -rf $(VENV) build dist site demo-output docs/images docs/reference/command-line.md .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(VENV)/.python:
	$(PYTHON) -m venv $(VENV)
	$(PIP) install --quiet --upgrade "pip>=25.1"
	touch $@

# Editable, without isolation: the CMake tree stays, so that a change in csrc/ is compiled in seconds.
$(VENV)/.packages: $(VENV)/.python $(PROJECT)
	$(PIP) install --quiet --group build
	$(PIP) install --quiet --constraint constraints.txt --no-build-isolation --editable '.[test]'
	touch $@

$(VENV)/.engine: $(VENV)/.packages $(ENGINE)
	$(PIP) install --quiet --no-deps --no-build-isolation --editable .
	touch $@

$(VENV)/.dev: $(VENV)/.packages
	$(PIP) install --quiet --constraint constraints.txt --no-build-isolation --editable '.[dev]'
	touch $@
