# `make demo` and `make test` need Python 3.11+, a C++20 compiler and a package index; the rest
# installs itself into .venv.

PYTHON ?= python3
BIN := .venv/bin
SOURCES := pyproject.toml CMakeLists.txt $(shell find native -type f -not -path "native/tests/*")

.PHONY: demo test test-python test-browser test-native test-pythons site lint align bench docs certify check clean

demo: .venv/installed  ## film every world, play agents and a model: ends in out/index.html
	$(BIN)/topple demo --out out

test: lint test-python test-native

test-python: .venv/complete build/plain/done
	$(BIN)/pytest -n 2

# Pages in Debian's Chromium; nothing is downloaded.
test-browser: .venv/complete
	@command -v chromium >/dev/null || \
	  { echo "error: no chromium"; echo "hint: on Debian, apt-get install chromium"; exit 1; }
	$(BIN)/pytest -m browser tests/browser

lint: .venv/complete
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# C++ tests and bad input under the address and undefined-behaviour sanitizers.
test-native: .venv/installed
	$(BIN)/cmake -S . -B build/sanitized -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo \
	  -DTOPPLE_TESTS=ON -DTOPPLE_SANITIZE=ON -DPython_EXECUTABLE=$(CURDIR)/$(BIN)/python
	$(BIN)/cmake --build build/sanitized
	cd build/sanitized && $(CURDIR)/$(BIN)/ctest --output-on-failure

# The engine without its accelerations, for the tests that compare the two.
build/plain/done: .venv/installed
	$(BIN)/cmake -S . -B build/plain -G Ninja -DTOPPLE_PLAIN=ON \
	  -DPython_EXECUTABLE=$(CURDIR)/$(BIN)/python
	$(BIN)/cmake --build build/plain
	@touch $@

test-pythons: .venv/installed  ## the same digest on every Python found
	$(BIN)/pytest -m slow tests/native/test_pythons.py

align: .venv/installed  ## compare every world with its original; GOLDEN=file: recorded outcomes alone
	$(BIN)/python -m tools.align $(if $(GOLDEN),--golden $(GOLDEN))

bench: .venv/installed build/plain/done
	$(BIN)/python benchmarks/startup.py
	$(BIN)/python benchmarks/phyre.py

certify: .venv/installed
	$(BIN)/topple certify

check: .venv/installed
	$(BIN)/topple check

site: .venv/site  ## the documentation as a site in out/site, with search and the Python reference
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "to read it, with search: $(BIN)/python -m http.server -d out/site"

docs: .venv/installed
	$(BIN)/python -m tools.docs gallery

.venv/installed: $(SOURCES)
	@command -v $(PYTHON) >/dev/null || { echo "error: no $(PYTHON); set PYTHON to a Python 3.11+"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "error: $$($(PYTHON) -V) is too old; set PYTHON to a Python 3.11+"; exit 1; }
	@command -v c++ >/dev/null || command -v g++ >/dev/null || command -v clang++ >/dev/null || \
	  { echo "error: no C++ compiler"; echo "hint: on Debian, apt-get install g++"; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --upgrade pip
	$(BIN)/pip install --quiet 'scikit-build-core>=0.11' 'nanobind>=2.4' cmake ninja
	$(BIN)/pip install --quiet --no-build-isolation --editable '.[dev]'
	@touch $@

# What only some tests and the type checker need, torch above all: gigabytes.
.venv/complete: .venv/installed
	$(BIN)/pip install --quiet 'topple[dev,all]'
	@touch $@

.venv/site: .venv/installed
	$(BIN)/pip install --quiet 'topple[docs]'
	@touch $@

clean:
	rm -rf .venv build out
