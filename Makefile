# Everything runs in .venv, which is made on first use and again only when the lock or pyproject.toml changes.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help reproduce test test-full faults curve series lab lint format strip bench site lock clean

BIN := .venv/bin
READY := .venv/.ready
TESTS :=

help: ## say what each target does
	@echo "make TARGET, where TARGET is one of:"
	@sed -n 's/^\([a-z-]*\):[^#]*## /  \1\t/p' Makefile | expand -t 14

reproduce: $(READY) ## predict, run and judge the vanish rule's claims
	$(BIN)/variantlab reproduce vanish

test: $(READY) ## run the whole test suite (TESTS=tests/stats for a part of it)
	$(BIN)/python -m pytest -n auto --dist worksteal $(TESTS)

test-full: $(READY) ## run the whole suite and the long forms of its tests
	HYPOTHESIS_PROFILE=long $(BIN)/python -m pytest -n auto --dist worksteal -m "long or not long" $(TESTS)

faults: $(READY) ## plant mistakes in a copy of the games and see the tests fail
	$(BIN)/python -m pytest -n auto -m "long or not long" tests/faults

curve: $(READY) ## make the stored exact curve of the 4x4 mixed family anew
	$(BIN)/python -m variantlab.study.mixed

series: $(READY) ## play the stored long series of games anew (an hour; it may be interrupted)
	$(BIN)/python -m variantlab.study.negaeri_runs
	$(BIN)/python -m variantlab.study.throw_series

lab: $(READY) ## open the notebooks in JupyterLab
	$(BIN)/jupyter lab --LabApp.default_url=/lab/tree/notebooks \
	    --LabApp.news_url=None --LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate

lint: $(READY) ## check style, format and types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

format: $(READY) ## put the code in its standard form
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

strip: $(READY) ## remove outputs from the notebooks, so that nobody sees a result before predicting
	$(BIN)/nbstripout --keep-id notebooks/*.ipynb

bench: $(READY) ## measure speed
	$(BIN)/python -m benchmarks

site: $(READY) ## build the documentation, without a network and without running the notebooks
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going --jobs auto --conf-dir docs . build/site
	@echo "Open build/site/docs/index.html in a browser."

lock: $(READY) ## pin every package that pyproject.toml asks for (LOCK="--upgrade" to take newer ones)
	$(BIN)/uv --no-config pip compile --quiet --universal --python-version 3.11 --all-extras \
	    --generate-hashes --no-annotate --custom-compile-command "make lock" $(LOCK) \
	    --output-file requirements.lock pyproject.toml

clean: ## remove .venv, caches and builds; runs/ and reports/ stay
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): requirements.lock pyproject.toml | $(BIN)/python
	@echo "Installing the locked packages into .venv (the first time takes a few minutes) ..."
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

# Some systems ship Python without the modules that make an environment: those do not count.
$(BIN)/python:
	@for python in $(PYTHON) python3 python3.13 python3.12 python3.11; do \
	    if "$$python" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	        echo "Making .venv with $$python ($$("$$python" --version)) ..."; \
	        exec "$$python" -m venv .venv; \
	    fi; \
	done; \
	echo "variantlab needs Python 3.11 or newer with its venv module, and found none." >&2; \
	echo "Install it (on Debian or Ubuntu: apt-get install python3 python3-venv), or name one: make PYTHON=/path/to/python3" >&2; \
	exit 1
