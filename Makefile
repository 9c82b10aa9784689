# `make` lists the targets. Everything is installed into .venv/ and written into var/ and .cache/.

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
# install FILE: with uv where there is one (5 s), else with pip (a minute)
install = if [ -x $(VENV)/bin/uv ]; \
  then $(VENV)/bin/uv pip install --quiet --compile-bytecode --python $(PY) --require-hashes -r $(1); \
  else $(PY) -m pip install --quiet --require-hashes -r $(1); fi
CACHE := .cache
COMPILE := uv pip compile --quiet --generate-hashes --universal --python-version 3.11
NODE_BIN := frontend/node_modules/.bin
PYTEST := $(PY) -m pytest -n 2 --dist loadscope -q
SERVE ?= 1
EVENINGS ?= 4
HEADING = @printf '\n== %s\n'

# With this set, every start of Python compiles everything again: twice the time for the tests.
unexport PYTHONDONTWRITEBYTECODE
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export RUFF_CACHE_DIR := $(CACHE)/ruff

.NOTPARALLEL:
.DEFAULT_GOAL := help
.PHONY: help test demo bench screenshots lint format types contracts frontend unit test-sqlite test-postgres \
        test-tools messages lock clean

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | column -t -s '|'

# --- the product ----------------------------------------------------------------------------------

demo: $(VENV)/runtime ## a whole evening from spreadsheet to certificates, then the site; SERVE=0 stops before serving
	@$(PY) scripts/compile_messages.py
	@$(PY) -m scripts.demo
ifneq ($(SERVE),0)
	@BOBING_VAR="$${BOBING_VAR:-var/demo}" $(PY) manage.py serve
endif

bench: $(VENV)/dev ## the figures of docs/architecture.md, measured on this machine
	@$(PY) -m scripts.bench

screenshots: $(VENV)/dev ## a picture of every page in four sizes, into var/screenshots/
	@$(PY) scripts/compile_messages.py
	@$(PY) -m scripts.screenshots

# --- the tests ------------------------------------------------------------------------------------

test: test-tools lint types contracts frontend test-sqlite test-postgres ## everything, on a fresh machine too
	@printf '\nAll tests passed.\n'

test-tools: ## what the tests need of the machine: installs it as root, else says what is missing
	$(HEADING) "What the tests need of this machine"
	@scripts/system_packages.sh

lint: $(VENV)/dev ## ruff: rules and format
	$(HEADING) "Lint and format"
	@$(VENV)/bin/ruff check .
	@$(VENV)/bin/ruff format --check .

format: $(VENV)/dev ## ruff: mend what it can
	@$(VENV)/bin/ruff check --fix .
	@$(VENV)/bin/ruff format .

types: $(VENV)/dev ## mypy
	$(HEADING) "Types"
	@BOBING_VAR=$(CACHE)/var $(VENV)/bin/mypy .

contracts: $(VENV)/dev ## which package may import which
	$(HEADING) "Import contracts"
	@$(VENV)/bin/lint-imports --no-logo --cache-dir $(CACHE)/import-linter

frontend: $(VENV)/dev frontend/node_modules/.package-lock.json ## vendored files, types and tests of the JavaScript
	$(HEADING) "JavaScript: vendored files, types, tests"
	@$(PY) scripts/vendor.py --check
	@$(NODE_BIN)/tsc --noEmit --project frontend
	@node --test $$(find frontend/test -name '*.test.js' -o -name '*.test.mjs')

unit: $(VENV)/dev messages ## the Python tests without the browser, on SQLite
	@BOBING_VAR=$(CACHE)/var $(PYTEST) -m "not browser"

test-sqlite: $(VENV)/dev messages ## all Python tests, browser included, on SQLite
	$(HEADING) "Tests on SQLite, with the browser"
	@BOBING_VAR=$(CACHE)/var $(PYTEST)

test-postgres: $(VENV)/dev messages ## all Python tests but the browser's, on PostgreSQL and Redis
	$(HEADING) "Tests on PostgreSQL and Redis"
	@BOBING_VAR=$(CACHE)/var $(PY) -m tests.services -- $(PYTEST) -m "not browser"

chaos: $(VENV)/dev messages ## EVENINGS=4 long evenings of cut lines, dead tablets and killed workers, on PostgreSQL
	@BOBING_VAR=$(CACHE)/var BOBING_CHAOS=$(EVENINGS) $(PY) -m tests.services -- $(PY) -m pytest tests/chaos -q -s

# --- upkeep ---------------------------------------------------------------------------------------

messages: $(VENV)/runtime ## compile the translations
	@$(PY) scripts/compile_messages.py

lock: $(VENV)/bin/uv ## lock the dependencies again (UPGRADE=--upgrade takes newer ones)
	@$(VENV)/bin/$(COMPILE) $(UPGRADE) pyproject.toml -o requirements.txt
	@$(VENV)/bin/$(COMPILE) $(UPGRADE) --group dev pyproject.toml -c requirements.txt -o requirements-dev.txt
	@$(VENV)/bin/$(COMPILE) $(UPGRADE) --group tools -o requirements-tools.txt

clean: ## remove the environment, the caches and everything under var/
	rm -rf $(VENV) $(CACHE) var frontend/node_modules .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- the environment ------------------------------------------------------------------------------

$(VENV)/bin/python:
	@PYTHON="$(PYTHON)" scripts/system_packages.sh --venv
	$(HEADING) "Making the environment in $(VENV)"
	@$(PYTHON) -m venv $(VENV)
	@$(PY) -m pip install --quiet --require-hashes -r requirements-tools.txt || echo "no uv here: pip installs alone"

$(VENV)/bin/uv: | $(VENV)/bin/python
	@$(PY) -m pip install --quiet --require-hashes -r requirements-tools.txt

$(VENV)/runtime: requirements.txt | $(VENV)/bin/python
	@echo "installing what the product needs"
	@$(call install,requirements.txt)
	@touch $@

$(VENV)/dev: requirements-dev.txt requirements.txt | $(VENV)/bin/python
	@echo "installing what the product and its tests need"
	@$(call install,requirements-dev.txt)
	@touch $(VENV)/runtime $@

frontend/node_modules/.package-lock.json: frontend/package-lock.json
	@cd frontend && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@
