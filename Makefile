# `make demo` and `make test` need Python 3.11+, a C++20 compiler and a package index; the rest
# installs itself into .venv.

PYTHON ?= python3
BIN := .venv/bin
# Modules are compiled when they are imported: of torch and the like, most never are.
PIP := $(BIN)/pip install --quiet --no-compile
unexport MAKEFLAGS  # Ninja counts its jobs itself, also under `make --jobs`
unexport PYTHONDONTWRITEBYTECODE  # tests start hundreds of processes that import the same modules
SOURCES := pyproject.toml CMakeLists.txt $(shell find native -type f -not -path "native/tests/*")

.PHONY: demo test test-python test-quick test-browser native-tests test-native test-pythons test-maths test-arm test-musl \
  test-wasm wasm wheel site lint align bench docs certify check clean

demo: .venv/installed  ## film every world, play agents and a model: ends in out/index.html
	$(BIN)/topple demo --out out

# All of them run, also after one has failed; then it says which did.
PARTS := lint test-python test-native $(if $(shell command -v chromium),test-browser)
test:
	@failed=; for part in $(PARTS); do $(MAKE) $$part || failed="$$failed $$part"; done; \
	  test -z "$$failed" || { echo "error: failed:$$failed"; exit 1; }

test-python: .venv/complete build/module/plain/done
	TOPPLE_COMPLETE=1 $(BIN)/pytest -n 2 --dist worksteal

# Without torch and other large packages: what needs them is skipped, and named at the end.
test-quick: .venv/installed build/module/plain/done
	$(BIN)/pytest -n 2 --dist worksteal

# Pages in Debian's Chromium; nothing is downloaded.
test-browser: .venv/complete
	@command -v chromium >/dev/null || \
	  { echo "error: no chromium"; echo "hint: on Debian, apt-get install chromium"; exit 1; }
	$(BIN)/pytest -n 2 --dist loadfile -m browser tests/browser

lint: .venv/complete
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# C++ tests and bad input under the address and undefined-behaviour sanitizers. They give way to the
# build of the module, which all other tests wait for.
native-tests: .venv/tools
	$(BIN)/cmake -S . -B build/sanitized -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo \
	  -DTOPPLE_TESTS=ON -DTOPPLE_SANITIZE=ON -DPython_EXECUTABLE=$(CURDIR)/$(BIN)/python
	nice -n 5 $(BIN)/cmake --build build/sanitized

test-native: native-tests
	cd build/sanitized && nice -n 5 $(CURDIR)/$(BIN)/ctest --parallel 2 --output-on-failure

# The engines without their accelerations, for the tests that compare the two.
build/module/plain/done: .venv/installed
	$(BIN)/cmake --build build/module --target plain
	@touch $@

test-pythons: .venv/installed  ## wheels and the same digest on every Python found
	$(BIN)/pytest -m slow tests/native/test_pythons.py tests/native/test_wheels.py

# The core without Python: the program `simulate`, its C++ tests, and digests that must be equal.
PORTABLE := $(BIN)/cmake -S . -G Ninja -DTOPPLE_PORTABLE=ON -DPython_EXECUTABLE=$(CURDIR)/$(BIN)/python
needs = @command -v $(1) >/dev/null || \
  { echo "error: no $(1)"; echo "hint: on Debian, apt-get install $(2)"; exit 1; }

test-maths: .venv/installed  ## sine and cosine equal glibc's on all 2^32 floats; two minutes
	$(PORTABLE) -B build/portable -DTOPPLE_TESTS=ON
	$(BIN)/cmake --build build/portable
	TOPPLE_EVERY_FLOAT=1 build/portable/native/tests/test_maths
	$(BIN)/python -m tools.portable build/portable/simulate
	TOPPLE_FMA=exact $(BIN)/python -m tools.portable build/portable/simulate

ARM := -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 \
  -DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++
QEMU := qemu-aarch64;-L;/usr/aarch64-linux-gnu
test-arm: .venv/installed build/arm-python/topple  ## the same bits on a 64-bit ARM processor, emulated
	$(PORTABLE) -B build/arm -DTOPPLE_TESTS=ON $(ARM) '-DCMAKE_CROSSCOMPILING_EMULATOR=$(QEMU)'
	$(BIN)/cmake --build build/arm
	cd build/arm && $(CURDIR)/$(BIN)/ctest --output-on-failure
	$(BIN)/python -m tools.portable qemu-aarch64 -L /usr/aarch64-linux-gnu build/arm/simulate
	build/arm-python/topple doctor

# Debian's Python for ARM, numpy for ARM and our module: the levels are built there, too.
build/arm-python/topple: .venv/installed $(shell find src -name "*.py")
	$(call needs,aarch64-linux-gnu-g++,g++-aarch64-linux-gnu)
	$(call needs,qemu-aarch64,qemu-user)
	$(BIN)/cmake -S . -B build/arm-module -G Ninja $(ARM) \
	  -DPython_EXECUTABLE=$(CURDIR)/$(BIN)/python \
	  -DPython_INCLUDE_DIR=$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("include"))')
	$(BIN)/cmake --build build/arm-module --target _native
	sh tools/arm_python.sh build/arm-python build/arm-module $(BIN)/python

# Debian has no C++ compiler for musl; the Zig compiler brings one and comes with pip.
test-musl: .venv/installed  ## the same bits with another C library and compiler
	$(PIP) ziglang
	mkdir -p build/musl
	printf '#!/bin/sh\nexec %s -m ziglang c++ -target x86_64-linux-musl "$$@"\n' \
	  $(CURDIR)/$(BIN)/python > build/musl/c++
	sed 's/ c++ / cc /' build/musl/c++ > build/musl/cc
	printf '#!/bin/sh\nexec %s -m ziglang ar "$$@"\n' $(CURDIR)/$(BIN)/python > build/musl/ar
	chmod +x build/musl/c++ build/musl/cc build/musl/ar
	$(PORTABLE) -B build/musl -DTOPPLE_TESTS=ON -DCMAKE_CXX_COMPILER=$(CURDIR)/build/musl/c++ \
	  -DCMAKE_C_COMPILER=$(CURDIR)/build/musl/cc -DCMAKE_AR=$(CURDIR)/build/musl/ar \
	  -DCMAKE_RANLIB=/bin/true
	$(BIN)/cmake --build build/musl
	cd build/musl && $(CURDIR)/$(BIN)/ctest --output-on-failure
	$(BIN)/python -m tools.portable build/musl/simulate

wasm: .venv/installed  ## the worlds for JavaScript: build/wasm/index.mjs
	$(call needs,emcc,emscripten)
	$(call needs,node,nodejs)
	NODE_PATH=/usr/share/nodejs emcmake $(PORTABLE) -B build/wasm
	NODE_PATH=/usr/share/nodejs $(BIN)/cmake --build build/wasm

test-wasm: wasm  ## the same bits in WebAssembly
	$(BIN)/python -m tools.portable node build/wasm/answer.mjs

wheel: .venv/installed  ## a wheel for this platform and a source archive that builds offline: dist/
	$(BIN)/python native/prepare.py --archives
	$(BIN)/python -m build --no-isolation --outdir dist

align: .venv/installed  ## compare every world with its original; GOLDEN=file: recorded outcomes alone
	$(BIN)/python -m tools.align $(if $(GOLDEN),--golden $(GOLDEN))

bench: .venv/installed
	$(BIN)/python benchmarks/startup.py
	$(BIN)/python benchmarks/phyre.py

certify: .venv/installed
	$(BIN)/topple certify

check: .venv/installed
	$(BIN)/topple check

site: .venv/site out/gallery/done  ## the documentation as a site in out/site, with search and the Python reference
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "to read it, with search: $(BIN)/python -m http.server -d out/site"

docs:  ## films of all templates in out/gallery; five minutes
	rm -f out/gallery/done
	$(MAKE) PYTHON=$(PYTHON) out/gallery/done

out/gallery/done: .venv/installed
	$(BIN)/python -m tools.docs gallery
	@touch $@

# Tools that build native code: builds that need no more go on beside the other installations.
.venv/tools:
	@command -v $(PYTHON) >/dev/null || { echo "error: no $(PYTHON); set PYTHON to a Python 3.11+"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "error: $$($(PYTHON) -V) is too old; set PYTHON to a Python 3.11+"; exit 1; }
	@command -v c++ >/dev/null || command -v g++ >/dev/null || command -v clang++ >/dev/null || \
	  { echo "error: no C++ compiler"; echo "hint: on Debian, apt-get install g++"; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(PIP) --upgrade pip
	$(PIP) 'scikit-build-core>=0.11' 'nanobind>=2.4' cmake ninja
	@touch $@

.venv/installed: .venv/tools $(SOURCES)
	$(PIP) --no-build-isolation --config-settings=build-dir=build/module --editable '.[dev]'
	@touch $@

# Packages that only some tests and the type checker need, torch above all: gigabytes.
# The CPU build of torch, where the index has one, spares most of them.
.venv/complete: .venv/installed
	$(PIP) 'torch==2.13.0+cpu' 2>/dev/null || true
	$(PIP) 'topple-bench[dev,all]'
	@touch $@

.venv/site: .venv/installed
	$(PIP) 'topple-bench[docs]'
	@touch $@

clean:
	rm -rf .venv build out
