# Everything is one of these; `make help` lists them. Stamp files keep repeated runs fast.
PYTHON ?= python3
PORT ?= 8000
BIN := .venv/bin
# As many processes as there are processors, but no more than four browsers at once. The unit tests of a file stay together
# (conftest.py) and come first, the largest files before the others; the browser tests fill what time is left.
PARALLEL := --numprocesses auto --maxprocesses 4 --dist loadscope
# Chromium's engine without a window takes two thirds of the browser's processor time. The long runs take the browser itself.
QUICK := MORRIS_CHROMIUM="$${MORRIS_CHROMIUM:-$$(command -v chromium-headless-shell)}"
SITE_SOURCES = $(shell find web morris_core tools locales -type f -not -path '*/__pycache__/*' 2>/dev/null) package-lock.json
PYTHON_SOURCES = $(wildcard conftest.py morris_core web/app web/engine tools tests e2e meet lab)

LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate --no-emit-index-url \
	--custom-compile-command "make lock" --output-file

.PHONY: help setup browsers play site zip publish serve test tests unit browser-test lab-test check without test-browsers test-all reliability fuzz mutants audit messages bench release screenshots lock lint format clean FORCE
.DEFAULT_GOAL := help

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "make %-13s %s\n", $$1, $$2}'

setup: .venv/.dev node_modules/.stamp build/.browser ## everything that the tests need: .venv, node_modules, a Chromium

browsers: .venv/.dev ## Chromium, Firefox and WebKit for the tests (as root on Debian or Ubuntu; elsewhere it names the packages)
	$(BIN)/python tools/browser.py --install chromium firefox webkit

play: build/.site ## build the site and serve it: prints the address to open (TABLEBASE=DIR adds the tables in a folder; WITHOUT as for site)
	$(PYTHON) -m tools.serve dist --port $(PORT) --mailbox build/mailbox.sqlite $(if $(TABLEBASE),--tablebase $(TABLEBASE))

site: build/.site ## build dist/, the whole site, or a smaller one: make site WITHOUT="perfect learn tables"

lint: .venv/.dev ## ruff, mypy --strict and the style of our English
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy $(PYTHON_SOURCES)
	$(BIN)/python -m tools.texts.prose

format: .venv/.dev ## let ruff put the Python in form
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

unit: .venv/.dev node_modules/.stamp ## the tests without a browser
	$(BIN)/pytest $(PARALLEL) -m "not slow" tests

lab-test: .venv/.lab ## the laboratory's tests: needed only after a change in lab/, or of what it makes
	$(BIN)/pytest $(PARALLEL) -m "not slow" lab/tests

browser-test: setup build/.site ## the journeys in Chromium, and one in each browser that the machine has, against the built site
	$(QUICK) $(BIN)/pytest $(PARALLEL) -m "not slow" e2e

test-browsers: setup browsers build/.site ## all journeys in Chromium, Firefox and WebKit, most with axe at the end; writes docs/browsers.md
	failed=; for browser in chromium firefox webkit; do $(BIN)/pytest $(PARALLEL) --browser $$browser --record e2e || failed=yes; done; \
	$(BIN)/python -m tools.measure.reliability && test -z "$$failed"

reliability: .venv/.dev ## docs/reliability.md and docs/browsers.md, from what the last long runs have measured (build/reliability)
	$(BIN)/python -m tools.measure.reliability

check: setup build/.site ## lint, unit tests and journeys of one feature: make check FEATURE=puzzles
	@test -n "$(FEATURE)" || { echo "Name a feature: make check FEATURE=puzzles" >&2; exit 1; }
	folder=$$(echo $(FEATURE) | tr - _); there() { for path; do test -e $$path && echo $$path; done; }; \
	parts=$$(there web/app/features/$$folder tests/app/features/$$folder e2e/features/$$folder); \
	$(BIN)/ruff check $$parts && $(BIN)/ruff format --check $$parts && $(BIN)/mypy $$parts && \
	$(QUICK) $(BIN)/pytest $(PARALLEL) -m "not slow" tests/test_slices.py tests/app/test_features.py \
	$$(there tests/app/features/$$folder e2e/features/$$folder)

without: setup ## the project without a feature, built and tested: make without FEATURE=puzzles (ALL=yes for all journeys), or without each
	$(QUICK) $(BIN)/python -m tools.without $(FEATURE) $(if $(ALL),--all)

tests: setup build/.site ## both, in one run
	$(QUICK) $(BIN)/pytest $(PARALLEL) -m "not slow" tests e2e

test: ## what every change must pass: lint and tests, side by side
	@$(MAKE) --no-print-directory --jobs 2 lint tests

test-all: setup .venv/.lab lint build/.site ## the same, what is long, and the laboratory
	$(BIN)/pytest $(PARALLEL) tests e2e lab/tests

messages: .venv/.dev ## bring the catalogues of translations up to date, and print what is missing in each
	$(BIN)/python -m tools.messages

bench: setup node_modules/.dev build/.site ## Lighthouse, times, bytes and nodes per second, beside another commit with AGAINST=COMMIT
	$(BIN)/python -m tools.measure.bench $(if $(AGAINST),--against $(AGAINST))

screenshots: setup build/.site ## pictures of every screen at three sizes, light and dark, in all languages, into build/screenshots
	$(BIN)/python -m tools.pictures.screenshots

zip: build/.site ## the built site with a server of one file, for a stick or a school: build/morris-VERSION.zip (WITHOUT as for site)
	$(BIN)/python -m tools.site.stick

publish: ## put build/release on GitHub as the release of a tag (needs gh): make publish TAG=v1.0.0
	@test -n "$(TAG)" || { echo "Name a tag: make publish TAG=v1.0.0" >&2; exit 1; }
	gh release create "$(TAG)" build/release/* --verify-tag --title "$(TAG)" --notes "CHANGELOG.md lists what is new."

release: .venv/.dev node_modules/.stamp ## wheel, sdist, the site as an archive, bill of materials and checksums, into build/release
	$(BIN)/python -m tools.release

fuzz: .venv/.dev ## search for bytes with which a reader fails, a minute for each (SECONDS=N for longer)
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-fuzz.txt
	$(BIN)/python -m tools.measure.fuzz --seconds $(or $(SECONDS),60)

mutants: .venv/.dev ## see whether the tests of the rules, links, trees and merging notice mistakes
	$(BIN)/python -m lab.mutants

audit: .venv/bin/python ## ask PyPI and npm for known faults of everything that is locked (needs a network)
	$(BIN)/pip install --quiet --disable-pip-version-check pip-audit==2.10.1
	@for file in requirements-*.txt lab/requirements.txt; do $(BIN)/pip-audit --strict --disable-pip --require-hashes -r $$file || failed=yes; done; \
	npm audit --package-lock-only || failed=yes; \
	test -z "$$failed" || { echo "Either faults are named above, or a service did not answer and its part was not audited." >&2; exit 1; }

lock: .venv/bin/python ## write requirements-*.txt and lab/requirements.txt, every version with its hashes, from the dependency groups of pyproject.toml
	$(BIN)/pip install --quiet --disable-pip-version-check uv==0.13.9
	$(LOCK) requirements-dev.txt --group dev
	for group in build fuzz; do $(LOCK) requirements-$$group.txt --group $$group --constraint requirements-dev.txt; done
	$(LOCK) lab/requirements.txt --group lab --constraint requirements-dev.txt

clean: ## away with what was built
	rm -rf dist build .mypy_cache .ruff_cache .pytest_cache

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "$(PYTHON) is older than 3.11: name another, make PYTHON=..." >&2; exit 1; }
	$(PYTHON) -m venv .venv || { echo "Python's venv is missing (Debian: apt-get install python3-venv)" >&2; rm -rf .venv; exit 1; }

.venv/.build: requirements-build.txt | .venv/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements-build.txt
	@touch $@

.venv/.dev: requirements-dev.txt .venv/.build
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@

.venv/.lab: lab/requirements.txt .venv/.dev
	$(BIN)/pip install --quiet --disable-pip-version-check -r lab/requirements.txt
	@touch $@

# The stamp is a copy of the lock file that was installed, so a file that is only newer installs nothing.
node_modules/.stamp: package.json package-lock.json
	@cmp -s package-lock.json $@ || npm ci --omit=dev --ignore-scripts --no-audit --no-fund
	@cp package-lock.json $@

# What only measures.
node_modules/.dev: node_modules/.stamp
	@cmp -s package-lock.json $@ || npm install --no-save --ignore-scripts --no-audit --no-fund
	@cp package-lock.json $@

build/.browser: .venv/.dev
	@mkdir -p build
	$(BIN)/python tools/browser.py --install
	@touch $@

# A smaller site is built each time, and leaves no stamp, so that the next build is whole again.
build/.site: .venv/.build node_modules/.stamp $(SITE_SOURCES) $(if $(WITHOUT),FORCE)
	@mkdir -p build
	$(BIN)/python -m tools.build_site dist $(if $(WITHOUT),--without $(WITHOUT))
	@$(if $(WITHOUT),rm -f $@,touch $@)

FORCE:
