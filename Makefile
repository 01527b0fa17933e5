# Everything here works on a fresh Debian machine with Python 3.11, git and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
EXAMPLE := examples/billing/repo
SITE := examples/billing/site

# Installs a Debian package where it is missing; needs root, or sudo.
apt = { sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; $$sudo apt-get update -qq && \
	DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -y -qq --no-install-recommends $(1) >/dev/null; }

.PHONY: demo test check types docs bench fuzz clean

demo: $(VENV)/.installed
	@$(BIN)/python examples/billing/make.py $(EXAMPLE)
	@echo
	@echo "== lint of the example"
	@$(BIN)/fingerpost lint $(EXAMPLE) --as-of 2026-04-02T09:00:00+02:00 --fail-on never
	@echo
	@echo "== the site of the example"
	@$(BIN)/fingerpost build $(EXAMPLE) --runtime auto --out $(SITE)
	@echo
	@echo "== one trace: what was behind this commit?"
	@$(BIN)/fingerpost trace $$(git -C $(EXAMPLE) log --format=%H --grep='Keep adjustments in a ledger' -n 1) $(EXAMPLE)
	@echo
	@echo "Open $(CURDIR)/$(SITE)/index.html"

test: $(VENV)/.tested check
	@$(BIN)/python -m pytest -n 2 --dist loadgroup -q

check: $(VENV)/.tested types
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: $(VENV)/.tested
	@mkdir -p .typing && ln -sfn .. .typing/fingerpost
	@MYPYPATH=.typing:tests $(BIN)/mypy $(addprefix -p fingerpost.,repository ledger lint reporter cli)
	@MYPYPATH=.typing:tests $(BIN)/mypy tests

docs: $(VENV)/.tested
	@$(BIN)/python docs/generate.py
	@$(BIN)/python examples/billing/make.py $(EXAMPLE)
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict --site-dir site

bench: $(VENV)/.tested
	@$(BIN)/python -m benchmarks.run

# EXAMPLES=20000 takes about an hour on two processors; what is found is tried first the next time.
EXAMPLES ?= 4000
fuzz: $(VENV)/.tested
	@FUZZ_EXAMPLES=$(EXAMPLES) $(BIN)/python -m pytest tests/fuzz -q

clean:
	rm -rf build dist site *.egg-info $(EXAMPLE) $(SITE)

# Debian's python3 may lack the venv module, and the tests need a browser and npm: apt brings what is missing.
$(VENV)/bin/python:
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || $(call apt,python3-venv)
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(VENV)/bin/python pyproject.toml
	@$(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.tested: $(VENV)/bin/python pyproject.toml
	@command -v chromium >/dev/null || $(call apt,chromium)
	@command -v npm >/dev/null || $(call apt,npm)
	@npm install --no-save --no-audit --no-fund --silent --prefix .axe axe-core@4
	@$(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@ $(VENV)/.installed
