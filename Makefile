# The shop's commands. `make` alone names the six that most people need; CONTRIBUTING.md has all.

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
PIP := $(VENV)/bin/pip install --quiet --disable-pip-version-check --require-hashes
NPM := npm --prefix frontend
below = $(foreach path,$(wildcard $(addsuffix /*,$(1))),$(path) $(call below,$(path)))
FRONTEND_SOURCES := $(call below,frontend/src static/brand) frontend/vite.config.ts frontend/tools/browsers/oldest.json frontend/package.json
# Tests about seats and money run on both databases: `make test` runs on PostgreSQL those that may differ there, which
# tests/conftest.py marks, with races, kills and outages; a build server runs all on both. Of other subjects, PostgreSQL
# gets those that may differ; on a build server, generated calls of the whole API show that it takes what others write.
SEATS_AND_MONEY := tests/bookings tests/orders tests/payments tests/notices tests/changes tests/attention tests/purchases tests/door tests/discounts tests/giving tests/ledger tests/privacy tests/resilience/races tests/resilience/proof
OTHERS_ON_POSTGRESQL := tests/tables tests/recaps tests/figures tests/outbox tests/charityshop/db tests/e2e/console
ON_POSTGRESQL := differs
# Parts of `make check`, `make e2e`, the column beside this one, or a build server's run. PostgreSQL rejects more of what
# is typed into the console than SQLite, so the console's pages are tried there.
NOT_ON_SQLITE := tests/architecture tests/e2e/journeys tests/e2e/firefox tests/e2e/console/test_console.py tests/e2e/console/test_shop_settings.py tests/e2e/console/test_tables.py tests/resilience/grown tests/resilience/races tests/resilience/proof/failures tests/resilience/proof/paypal tests/security/proxy tests/starts tests/upgrades
# The other tests on SQLite are two columns, because one would be the last to end and leave a core idle.
SALES := tests/orders tests/payments tests/purchases tests/charityshop tests/ledger tests/figures tests/giving
.DEFAULT_GOAL := help
# Tests start many processes, so cache compiled Python files, whatever the environment says.
unexport PYTHONDONTWRITEBYTECODE
export npm_config_update_notifier := false
.PHONY: run dev test check fix types e2e lock audit upgrade static clean ci help test/sqlite test/sales test/postgresql test/everyday test/app

help:
	@echo "make run    the shop on http://localhost:8000, with a PayPal simulator (PORT=8010 for another port)"
	@echo "make dev    the same, with hot reload for the browser app"
	@echo "make test   the tests for every change: Python on SQLite and PostgreSQL, the browser app, everyday journeys"
	@echo "make check  lint, types, import rule, API schema, migrations and size budgets"
	@echo "make fix    formats code and fixes lint errors"
	@echo "make e2e    the other journeys in a real browser"
	@echo "CONTRIBUTING.md names the others."

# --- Packages -------------------------------------------------------------------------------------------------------

$(VENV)/created:
	@command -v $(PYTHON) >/dev/null || { echo "Python is missing. Install Python 3.11 or newer, then run this again."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Python 3.11 or newer is needed; this one is " + sys.version.split()[0] + ". Name another one: make run PYTHON=python3.12")'
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || { echo "Python lacks its venv module. On Debian: apt install python3-venv"; exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/installed: requirements.txt $(VENV)/created
	@echo "Installing the shop's Python packages …"
	@$(PIP) -r requirements.txt
	@touch $@

# What Python's tests need; that and what browser tests need; all, with checks (the parts of requirements-dev.in).
$(VENV)/tests $(VENV)/journeys $(VENV)/checks: requirements.txt requirements-dev.in requirements-dev.txt $(VENV)/created
	@echo "Installing the Python packages for $(@F) …"
	@$(PYTHON) tests/support/packages.py $(@F) > $@.txt
	@$(PIP) -r $@.txt
	@touch $(addprefix $(VENV)/,installed $(ABOVE_$(@F)) $(@F))
ABOVE_journeys := tests
ABOVE_checks := tests journeys

frontend/node_modules/installed: frontend/package-lock.json frontend/.npmrc
	@node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 22 || (a === 22 && b >= 12) || (a === 20 && b >= 19) ? 0 : 1)' 2>/dev/null && command -v npm >/dev/null || { echo "Node.js is missing or too old. Install Node 20.19, or 22.12 or newer, with npm."; exit 1; }
	@echo "Installing the browser app's packages …"
	@$(NPM) ci --no-audit --no-fund --loglevel=error
	@touch $@

static/app/built: frontend/node_modules/installed $(FRONTEND_SOURCES)
	@echo "Building the browser app …"
	@$(NPM) run --silent build
	@touch $@

# A server builds before it has its variables.
staticfiles/collected: static/app/built $(VENV)/installed
	@SHOP_NAME=none SHOP_TIME_ZONE=UTC TAX_RATE=0 $(PY) manage.py collectstatic --noinput --verbosity 0
	@touch $@

# --- Running --------------------------------------------------------------------------------------------------------

run: staticfiles/collected
	@exec $(PY) manage.py run_demo

dev: $(VENV)/installed frontend/node_modules/installed
	@exec $(PY) manage.py run_demo --hot

static: staticfiles/collected

# On a server, as its administrator (docs/operating.md). With the system's Python, because releases have their own.
upgrade:
	@$(PYTHON) deploy/upgrade.py "$(RELEASE)"

# --- Tests ----------------------------------------------------------------------------------------------------------

# Python's and Node's packages are installed in parallel, once for all parts. The parts run in parallel, because each
# alone leaves a core idle, and each prints its output at the end, in one piece.
test:
	@$(MAKE) --no-print-directory -j2 $(VENV)/journeys static/app/built
	@$(MAKE) --no-print-directory staticfiles/collected
	@$(MAKE) --no-print-directory -j3 --output-sync=target test/sqlite test/sales test/postgresql test/everyday test/app
	@echo "All tests passed: Python on SQLite and PostgreSQL, the browser app, everyday journeys in a real browser."

# Journeys that failed are played once more, one by one, when the others are done: a browser beside other programs on two
# cores sometimes waits longer than a journey does. The output shows both, and what fails twice fails the run.
# $(call journeys,a name for what failed,what to run)
define journeys
@$(PY) -m pytest -q -o cache_dir=.pytest_cache/$(1) $(2) || { [ $$? = 1 ] && echo "Playing the journeys that failed once more:" \
	&& $(PY) -m pytest -q -o cache_dir=.pytest_cache/$(1) --last-failed --last-failed-no-failures none $(2) -n 0; }
endef

test/sqlite: $(VENV)/tests
	@$(PY) -m pytest -q $(addprefix --ignore ,$(NOT_ON_SQLITE) $(SALES))

test/sales: $(VENV)/tests
	@$(PY) -m pytest -q $(SALES)

test/postgresql: $(VENV)/tests
	@$(PY) -m tests.support.servers.databases $(PY) -m pytest -q -m "$(ON_POSTGRESQL)" $(SEATS_AND_MONEY) $(OTHERS_ON_POSTGRESQL)

test/everyday: $(VENV)/journeys staticfiles/collected
	@$(PY) -m tests.support.browser
	$(call journeys,everyday,-m everyday tests/e2e/journeys)

test/app: frontend/node_modules/installed
	@$(NPM) run --silent test

e2e: $(VENV)/journeys staticfiles/collected
	@$(PY) -m tests.support.browser
	$(call journeys,others,-n 2 --dist loadfile -m "not everyday" tests/e2e/journeys)

ci:
	@.ci/run

# --- Checks ---------------------------------------------------------------------------------------------------------

# Prints the command that fixes the problem.
OR_SAY = || { echo "$(1)"; exit 1; }

check: $(VENV)/checks static/app/built
	@$(PY) -m ruff check . $(call OR_SAY,To fix some of this: make fix)
	@$(PY) -m ruff format --check --quiet . $(call OR_SAY,To format: make fix)
	@$(PY) -m mypy
	@$(NPM) run --silent lint
	@$(NPM) run --silent unused
	@$(NPM) run --silent format:check $(call OR_SAY,To format: make fix)
	@$(NPM) run --silent types
	@$(PY) -m pytest -q tests/architecture
	@DJANGO_SETTINGS_MODULE=tests.settings $(PY) manage.py makemigrations --check --dry-run $(call OR_SAY,To write them: $(PY) manage.py makemigrations)
	@$(PY) -m tests.schema --check
	@$(NPM) run --silent browsers
	@$(NPM) run --silent budgets
	@echo "All checks passed."

fix: $(VENV)/checks frontend/node_modules/installed
	@$(PY) -m ruff check --fix --quiet . || true
	@$(PY) -m ruff format --quiet .
	@$(NPM) run --silent format

types: $(VENV)/tests frontend/node_modules/installed
	@$(PY) -m tests.schema --write

# --- Locks ----------------------------------------------------------------------------------------------------------

COMPILE := $(VENV)/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --custom-compile-command "make lock"

# Locked packages keep their versions; `make lock LOCK="--upgrade"` takes the newest that the .in files allow.
lock: $(VENV)/checks
	@$(COMPILE) $(LOCK) -o requirements.txt requirements.in
	@$(COMPILE) $(LOCK) -c requirements.txt -o requirements-dev.txt requirements-dev.in

# Known vulnerabilities, and the shipped packages as CycloneDX, from the locks. Needs the network.
audit: $(VENV)/checks frontend/node_modules/installed
	@$(VENV)/bin/pip-audit --strict --require-hashes --disable-pip -r requirements-dev.txt && $(NPM) audit && mkdir -p sbom
	@$(VENV)/bin/cyclonedx-py requirements --output-reproducible -o sbom/server.cdx.json requirements.txt
	@$(NPM) sbom --package-lock-only --omit=dev --sbom-format=cyclonedx > sbom/browser.cdx.json

clean:
	rm -rf $(VENV) sbom frontend/node_modules frontend/tools/*/node_modules static/app staticfiles .run .mypy_cache .ruff_cache .pytest_cache .hypothesis
