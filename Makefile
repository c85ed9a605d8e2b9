# Needs only python3 and make. `make run`, then scan the code that it prints.

PYTHON ?= python3
PORT ?= 8000
SEED ?= 1
BIN = .venv/bin
MANAGE = $(BIN)/python manage.py
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes
COMPILE = var/uv/bin/uv pip compile --quiet --universal --python-version 3.11 \
	--generate-hashes --custom-compile-command "make requirements"

# The tests that touch the database: all of the table's (live and several processes too) and,
# of the games', those whose pages are asked for. The rules know no database, and a browser
# sees none: they would only say again what they said on SQLite.
ON_DATABASE = tests/companion $(shell grep -rlEw --include='test_*.py' 'django_db|client' tests/notepad tests/calculators)

.PHONY: run test test-postgres check check-postgres bench load faults figures growth fuzz audit \
	clean static icons requirements
.DELETE_ON_ERROR:

# The site for the phones in this network.
run: static
	$(MANAGE) migrate --verbosity 0
	$(MANAGE) serve --port $(PORT)

# All tests. Those in a browser want Chromium (Debian's will do).
test: .venv/test.stamp static
	$(BIN)/python -m pytest

# The same on a PostgreSQL that is made for it and ended after it (Debian: apt install
# postgresql). TESTS='tests/companion -k live' chooses; without a choice it is every test.
test-postgres: .venv/test.stamp static
	$(BIN)/python -m tests.postgres $(TESTS)

# What CI runs: style, types, templates, settings, migrations, then all tests.
check: .venv/test.stamp static
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/djlint --lint --quiet templates
	$(MANAGE) makemigrations --check --dry-run
	PUBLIC_URL=https://tableside.example $(MANAGE) check --deploy --fail-level WARNING
	$(BIN)/python -m pytest

# What CI runs besides: what the other database could do differently.
check-postgres:
	$(MAKE) test-postgres TESTS="$(ON_DATABASE)"

# How fast it is, on this machine; two processes on a PostgreSQL too, if there is one.
bench: .venv/test.stamp static
	$(BIN)/python -m tests.load

# Many phones: moves a second, thousands that only listen, from a tap to the others.
load: .venv/test.stamp static
	$(BIN)/python -m tests.load.many

# What must be survived: kills, a power cut, slow clients, a full disk, a wrong clock.
faults: .venv/test.stamp static
	$(BIN)/python -m tests.load.faults

# docs/figures.md made anew: all three, on a machine that does nothing else.
figures: .venv/test.stamp static
	{ $(BIN)/python -m tests.load.machine && $(BIN)/python -m tests.load.many && \
		$(BIN)/python -m tests.load.faults && $(BIN)/python -m tests.load; } > var/figures.md
	mv var/figures.md docs/figures.md

# What long logs, many tables and old ones cost (a quarter of an hour): the tables of docs/scale.md.
growth: .venv/test.stamp static
	$(BIN)/python -m tests.load.growth

# 20,000 requests as nobody sends them; SEED=7 asks others.
fuzz: .venv/test.stamp static
	$(BIN)/python -m tests.load.fuzz --seed $(SEED)

# Whether what it is made of has known weaknesses. The programs that say so are not ours: they
# go into a place of their own, and ask the advisory databases.
audit:
	$(PYTHON) -m venv var/audit
	var/audit/bin/python -m pip install --quiet --disable-pip-version-check pip-audit
	for file in run postgresql test; do \
		var/audit/bin/pip-audit --disable-pip --require-hashes --strict \
			--requirement requirements/$$file.txt || exit 1; done

# The app's icons, after a change of their drawing (Debian: apt install librsvg2-bin).
icons: ICON = rsvg-convert --keep-aspect-ratio
icons:
	$(ICON) --width 192 --output static/icons/icon-192.png static/icons/favicon.svg
	$(ICON) --width 512 --output static/icons/icon-512.png static/icons/favicon.svg
	$(ICON) --width 512 --output static/icons/maskable-512.png static/icons/maskable.svg
	$(ICON) --width 180 --output static/icons/apple-touch-icon.png static/icons/maskable.svg

# Everything that can be made again. Never var/: the tables are in it.
clean:
	rm -rf .venv static-built .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

static: .venv/run.stamp
	$(MANAGE) collectstatic --noinput --verbosity 0

.venv/run.stamp: requirements/run.txt
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed: make PYTHON=python3.12" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv .venv
	$(INSTALL) --requirement requirements/run.txt
	touch $@

.venv/test.stamp: .venv/run.stamp requirements/test.txt
	$(INSTALL) --requirement requirements/test.txt
	touch $@

# After a change of the dependencies in pyproject.toml.
requirements:
	$(PYTHON) -m venv var/uv
	var/uv/bin/python -m pip install --quiet --disable-pip-version-check uv
	$(COMPILE) pyproject.toml --output-file requirements/run.txt
	$(COMPILE) pyproject.toml --extra postgresql --constraint requirements/run.txt \
		--output-file requirements/postgresql.txt
	$(COMPILE) --group test --constraint requirements/run.txt --output-file requirements/test.txt
