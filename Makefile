# Two commands matter: `make lab` builds everything and opens the lab, `make test` proves that all of it works.
.PHONY: lab node site site-quick pages recipes scripts test check format lint unit doc long page page-tools page-units \
	page-test site-short site-test site-bench kernels-test bench bench-before fuzz api-fuzz kills attack cluster package dist deb platforms lowest \
	neon deny miri tsan pictures schema proofs misere-proofs coq coq-short coq-long coq-certificates solved check-proofs survey \
	surveys misere-survey coverage reproduce book paper paper-data semver wheel python-test \
	bench-python python-reference

CARGO ?= cargo
PAGE = crates/lab/page

# Sets up, then starts the main job: the page in the browser.
lab: page
	$(CARGO) build --release --locked -p sprague-cli
	@echo "the same page without a server: make site"
	$${CARGO_TARGET_DIR:-target}/release/sprague lab

# The same page without a server, as plain files in site/: any web server can serve them, from any folder. The engine is
# WebAssembly in a worker; beside it lie its packed forms, for web servers that send such files. Prints what the files take to
# load.
WASM = wasm32-unknown-unknown
SITE_PROFILE = site

site: $(PAGE)/node_modules/.package-lock.json
	@rustc --print target-libdir --target $(WASM) | xargs test -d || rustup target add $(WASM)
	$(CARGO) build --profile $(SITE_PROFILE) --target $(WASM) --locked -p sprague-wasm
	mkdir -p $(PAGE)/src/engine
	cp $${CARGO_TARGET_DIR:-target}/$(WASM)/$(SITE_PROFILE)/sprague_wasm.wasm $(PAGE)/src/engine/engine.wasm
	cd $(PAGE) && npm run --silent site && npm run --silent size
	$(PYTHON) tools/notices.py $(WASM) sprague-wasm > site/THIRD-PARTY.txt

# What is published beside each other: the static page, the book with the theory, and the schemas of the answers. The page
# is in site/, the book in site/book, the schemas in site/schema.
pages: site book
	rm -rf site/book site/schema
	cp -R docs/book/book site/book
	mkdir site/schema && cp docs/schema/*.json site/schema

# Everything a change must pass: format, lints as errors, all tests of all crates, documentation tests, the page. The page is
# built first, so that the command that the tests build has it inside, and the checker from Coq, so that they ask it. What
# takes minutes and rarely fails is in `make long`.
# What leaves a core idle (one large crate, a linker, an interpreter) goes beside something else.
test: export CARGO_INCREMENTAL = 0
# cargo has jobs of its own and is told nothing of those of make
test: export CARGO_MAKEFLAGS =
test: format page
	$(MAKE) -j 2 --output-sync lint coq-short page-units
	$(MAKE) unit
	$(MAKE) -j 3 --output-sync doc python-test site-quick
	$(MAKE) page-test site-short

# What a contributor runs over and over: all of it but the documentation, Python and the browser.
check: format page lint unit page-units

format:
	$(CARGO) fmt --all --check

lint:
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings

# What everything that runs the command of the tests builds, once: with the tests, and the module for Python.
TESTS = --workspace --exclude sprague-wasm --exclude sprague-xtask --lib --bins --tests --examples --locked

unit:
	$(CARGO) test $(TESTS)

doc:
	$(CARGO) test --workspace --doc --locked
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --locked

# The page of the lab, built into crates/lab/page/dist and from there into the command. Needs Node 20.19, or 22.12 or later.
page: $(PAGE)/dist/index.html

PAGE_SOURCES = $(shell find $(PAGE)/src $(PAGE)/public $(PAGE)/*.* -type f -not -path '*/src/engine/*')

$(PAGE)/dist/index.html: $(PAGE)/node_modules/.package-lock.json $(PAGE_SOURCES)
	cd $(PAGE) && npm run --silent build
	touch $@

$(PAGE)/node_modules/.package-lock.json: $(PAGE)/package-lock.json | node
	cd $(PAGE) && npm ci
	touch $@

# What is missing is told in one line, before a tool stumbles over it.
node:
	@tools/need.sh node

# The scripts, by shellcheck.
scripts:
	shellcheck --severity=warning tools/*.sh tools/hooks/pre-commit .ci/run docs/pictures/draw.sh

# The recipes for package managers, filled in with made-up values and checked (packaging/README.md).
recipes:
	tools/recipes.sh --try

# The package for Python, into dist/: one wheel for every Python from 3.11 on, with the command and the page inside.
# maturin comes from PyPI into an environment of its own below the target folder.
PYTHON ?= python3
PYTHON_TOOLS = $(abspath $(or $(CARGO_TARGET_DIR),target))/python

$(PYTHON_TOOLS)/build/bin/maturin:
	$(PYTHON) -m venv $(PYTHON_TOOLS)/build
	$(PYTHON_TOOLS)/build/bin/pip install --quiet --disable-pip-version-check maturin==1.16.0

# The page's board for cells of notebooks, which the wheel carries.
BOARD = crates/python/python/sprague/board/board.js

$(BOARD): $(PAGE)/node_modules/.package-lock.json $(PAGE_SOURCES)
	cd $(PAGE) && npm run --silent notebook
	touch $@

wheel: page $(BOARD) $(PYTHON_TOOLS)/build/bin/maturin
	rm -f dist/sprague-*.whl
	$(PYTHON) tools/notices.py $$(rustc -vV | sed -n 's/^host: //p') sprague-python > crates/python/THIRD-PARTY.txt
	cd crates/python && $(PYTHON_TOOLS)/build/bin/maturin build --profile wheel --locked --out $(abspath dist)
	ls -l dist

# The package in a fresh environment: its tests, the examples of its documentation, types, the notebook, the book. The
# wheel is packed from the module that `cargo test` builds with the other tests.
python-test: page $(BOARD)
	$(CARGO) test $(TESTS) --no-run
	$(PYTHON) crates/python/pack.py $(abspath $(PYTHON_TOOLS)/../debug)/deps/libsprague_python.so $(PYTHON_TOOLS)/wheel
	$(PYTHON) -m venv --clear $(PYTHON_TOOLS)/test
	$(PYTHON_TOOLS)/test/bin/pip install --quiet --disable-pip-version-check \
		-r crates/python/tests/requirements.txt $(PYTHON_TOOLS)/wheel/*.whl
	cd crates/python/tests && $(PYTHON_TOOLS)/test/bin/python -m pytest --durations=5

# Games of one's own against a plain recursion in Python, and values against the command, on the wheel for people.
bench-python: wheel
	$(CARGO) build --release --locked -p sprague-cli
	$(PYTHON) -m venv --clear $(PYTHON_TOOLS)/bench
	$(PYTHON_TOOLS)/bench/bin/pip install --quiet --disable-pip-version-check networkx dist/sprague-*.whl
	$(PYTHON_TOOLS)/bench/bin/python crates/python/bench.py $${CARGO_TARGET_DIR:-target}/release/sprague

# Chromium for the tests in a real browser: Debian's is installed where none is found (browser/chromium.js).
page-tools:
	@node $(PAGE)/browser/chromium.js > /dev/null || \
		{ apt=apt-get; test "$$(id -u)" = 0 || apt="sudo apt-get"; $$apt update && $$apt install -y chromium; }

# The page: types and units.
page-units: $(PAGE)/node_modules/.package-lock.json
	cd $(PAGE) && npm run --silent check && npm run --silent test

# Whole games in a real browser against the real command: that of the tests, with overflow checks.
page-test: export SPRAGUE = $(abspath $(or $(CARGO_TARGET_DIR),target))/debug/sprague
page-test: page page-tools
	$(CARGO) test $(TESTS) --no-run
	cd $(PAGE) && npm run --silent browser

# A short pass of the static page: the engine built quickly, every example answered as the server answers it, the tests of
# the engine in the browser, and whole games of every game of the gallery.
site-short: export SPRAGUE = $(abspath $(or $(CARGO_TARGET_DIR),target))/debug/sprague
site-short: page-tools site-quick
	$(CARGO) test $(TESTS) --no-run
	cd $(PAGE) && npm run --silent site-examples && npm run --silent site-short

site-quick:
	$(MAKE) site SITE_PROFILE=site-test

# The static page in a real browser, below a sub-folder of a plain file server: all tests of the page that need no server,
# and every example of the interface's description, answered as the server answers it.
site-test: site page-tools kernels-test
	$(CARGO) build --release --locked -p sprague-cli
	cd $(PAGE) && npm run --silent site-examples && npm run --silent site-browser

# The kernels of WebAssembly against their definitions, under Node and in a real browser.
kernels-test: export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER = node $(abspath $(PAGE))/browser/kernels.js
kernels-test: $(PAGE)/node_modules/.package-lock.json
	$(CARGO) test --target $(WASM) --locked -p sprague-kernels --lib

# The static page against the command on one thread with AVX2, measured in the same run, and what the page takes to load.
site-bench: site
	$(CARGO) build --release --locked -p sprague-cli
	cd $(PAGE) && npm run --silent site-bench

# Surveys on a real Slurm cluster of four virtual nodes: nodes lost, units twice, results damaged, signals, a full disk, a
# run verified by an array. Ten minutes.
cluster:
	$(CARGO) build --release --locked -p sprague-cli
	tools/cluster.sh long

# What takes minutes and rarely fails, so that `make test` has a short pass of it: every attack in full, the tests in their
# whole ranges, the static page as it is published, Slurm, the kernels of WebAssembly. An hour on two cores.
long: coq-long attack site-test
	$(CARGO) build --release --locked -p sprague-cli
	$(AS_ROOT) tools/cluster.sh long
	SPRAGUE_ATTACK=full $(CARGO) test --release $(TESTS) -- --include-ignored --skip attack_
	$(CARGO) test --release -p sprague-wasm --lib --locked

AS_ROOT = $(shell test "$$(id -u)" = 0 || echo sudo -n env PATH="$$PATH")

# Speed of the solver against a plain recursion, measured in the same run.
bench:
	$(CARGO) bench -p sprague -p sprague-star
	$(CARGO) run --release --locked -p sprague-cli -- bench

# The engine against that of another revision (BEFORE), in turn.
bench-before:
	tools/bench-before.sh

# A minute of each fuzz target; needs the nightly toolchain and cargo-fuzz.
fuzz:
	@tools/need.sh fuzz
	for target in position game digraph certificate run_manifest run_log run_checkpoint run_state; do \
		mkdir -p fuzz/corpus/$$target; \
		seeds=$$(test $$target = certificate && echo proofs); \
		$(CARGO) +nightly fuzz run $$target fuzz/corpus/$$target $$seeds -- -max_total_time=60 || exit 1; \
	done

# Requests made up from the lab's own description: no answer may be a server error. Needs Python 3.
api-fuzz:
	$(CARGO) build --locked -p sprague-cli
	CARGO="$(CARGO)" tools/api-fuzz.sh

# Everything that is attacked, in full. A short part of each attack is in `make test`.
# It needs the checker that `make coq` builds. What was attacked, how often and with what result is printed as a table
# (docs/reliability.md).
attack:
	$(XTASK) attack

# The part of the attack that stops runs: kills, signals, resumed runs, flipped bits in memory.
kills:
	SPRAGUE_KILLS=200 $(CARGO) test --locked -p sprague-cli --test all -- --nocapture kills::
	SPRAGUE_ATTACK=full $(CARGO) test --locked -p sprague-store --test store -- --nocapture resumed crash
	SPRAGUE_FLIPS=200 $(CARGO) test --release --locked -p sprague-store --test store flips -- --nocapture

# The pictures of the documentation.
pictures:
	docs/pictures/draw.sh

# What is made from the types of the answers: docs/schema, the description of the lab's interface, the page's types.
schema:
	$(XTASK) schema

# What maintainers do now and then; the same without make: `cargo xtask`.
XTASK = $(CARGO) run --quiet --locked --package sprague-xtask --

# Proves every game of proofs/games.txt again and writes the certificates, the index and docs/solved.md: twelve minutes
# of CPU time, nearly all of it for the three largest.
proofs:
	$(XTASK) proofs

# Only those of misère play, the games of proofs/misere.txt: a minute.
misere-proofs:
	$(XTASK) misere-proofs

# The theorems that Coq's kernel checks: compiles proofs/coq, refuses false claims, and prints what every theorem rests on.
# Installs Debian's packages of Coq where it may. At most ten minutes on two cores; the short part at most one.
coq:
	tools/coq.sh

coq-short:
	tools/coq.sh short

coq-long:
	tools/coq.sh long

# Writes proofs/coq/certificates and proofs/coq/misere again, for the games of games.txt and misere.txt there.
coq-certificates:
	$(XTASK) coq-certificates

# Only docs/solved.md, from the indexes.
solved:
	$(XTASK) solved

# Recomputes every claim in the full ranges and writes docs/reproduce.md and docs/errata.md: twelve minutes of CPU time.
reproduce:
	$(XTASK) reproduce

# Tools that are missing are built once, below the target folder; nothing outside the repository changes.
TOOLS = $${CARGO_TARGET_DIR:-target}/tools

# The book, into docs/book/book. Its commands, links and programs are checked by the tests, which need no mdbook.
book:
	@command -v mdbook > /dev/null || test -x $(TOOLS)/bin/mdbook || \
		$(CARGO) install mdbook --version 0.5.4 --locked --root $(TOOLS)
	rm -rf docs/book/src/pictures && cp -R docs/pictures docs/book/src/pictures
	PATH=$(TOOLS)/bin:$$PATH mdbook build docs/book
	$(MAKE) python-reference

# The reference of the package for Python, into docs/book/book/python, from the docstrings of the installed package.
python-reference:
	$(CARGO) test -p sprague-python --no-run --locked
	$(PYTHON) crates/python/pack.py $(abspath $(PYTHON_TOOLS)/../debug)/deps/libsprague_python.so $(PYTHON_TOOLS)/wheel
	test -x $(PYTHON_TOOLS)/reference/bin/python || $(PYTHON) -m venv $(PYTHON_TOOLS)/reference
	$(PYTHON_TOOLS)/reference/bin/pip install --quiet --disable-pip-version-check --force-reinstall --no-deps \
		$(PYTHON_TOOLS)/wheel/*.whl
	$(PYTHON_TOOLS)/reference/bin/pip install --quiet --disable-pip-version-check numpy pdoc==16.0.0
	$(PYTHON_TOOLS)/reference/bin/python -m pdoc --docformat restructuredtext --no-show-source \
		--output-directory docs/book/book/python sprague

# The paper, into docs/paper/paper.pdf; its tables are read from the data of the repository, and the build stops where one
# of its files is missing. Typst is taken where it is installed, else from PyPI, into a private environment.
paper:
	@if command -v typst > /dev/null; then typst compile --root . docs/paper/paper.typ; else \
		test -x $(TOOLS)/typst/bin/python || { python3 -m venv $(TOOLS)/typst && $(TOOLS)/typst/bin/pip install -q typst==0.15.0; }; \
		$(TOOLS)/typst/bin/python -c "import typst; typst.compile('docs/paper/paper.typ', output='docs/paper/paper.pdf', root='.')"; fi

# The one table that is made for the paper alone: the pairs of 4-Star Nim.
paper-data:
	$(XTASK) paper-data

# What a change does to those who use the libraries: their public surface against that of the revision BASE.
BASE = main

semver:
	@command -v cargo-semver-checks > /dev/null || test -x $(TOOLS)/bin/cargo-semver-checks || \
		$(CARGO) install cargo-semver-checks --version 0.51.0 --locked --root $(TOOLS)
	PATH=$(TOOLS)/bin:$$PATH $(CARGO) semver-checks -p sprague -p sprague-certificate --baseline-rev $(BASE)

# Checks every certificate that is kept, by the stand-alone checker.
check-proofs:
	$(XTASK) check-proofs

# Goes through the 1 024 codes d0.d1d2d3 with d0 = 0 or 4, and writes docs/survey.md and the table that `games` reads.
survey:
	$(XTASK) survey

# The larger ones of docs/surveys, or some of them: `cargo xtask surveys four hex`.
surveys:
	$(XTASK) surveys

# Goes through the codes 0.abc and 4.ab under misère play, and writes docs/misere-survey.md. The codes 4.abc take
# minutes more: tools/misere-four.py.
misere-survey:
	$(XTASK) misere-survey

# Every package as it would be published, built from the packed files alone; the command is installed from them.
package: page
	tools/package.sh

# For people without Rust: archives with the command, the checker, manual page, completions and licences, for this system
# and, statically linked, for any Linux; a Debian package; checksums. All of it in dist/.
dist: page deb
	tools/dist.sh
	tools/dist.sh x86_64-unknown-linux-musl

deb: page
	@command -v cargo-deb > /dev/null || test -x $(TOOLS)/bin/cargo-deb || \
		$(CARGO) install cargo-deb --version 3.8.0 --locked --root $(TOOLS)
	mkdir -p dist
	PATH=$(TOOLS)/bin:$$PATH tools/deb.sh

# The workspace for Windows, macOS and Linux on ARM: type-checked without warnings. The store's files as other systems
# than Unix have them are tested here.
platforms:
	tools/platforms.sh
	RUSTFLAGS="--cfg portable_disk" CARGO_TARGET_DIR=$${CARGO_TARGET_DIR:-target}/portable \
		$(CARGO) test --locked -p sprague-store --test store -- --skip moved

# The kernels of ARM, under an emulator: their tests against the naive engine. Needs Debian's cross linker and qemu-user.
neon:
	tools/neon.sh

# The lowest version of Rust that Cargo.toml promises.
lowest:
	version=$$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml); \
	rustup toolchain install --profile minimal $$version && \
	CARGO_TARGET_DIR=$${CARGO_TARGET_DIR:-target}/lowest $(CARGO) +$$version check --workspace --locked

# Licences, bans and sources of all dependencies (deny.toml). Advisories are checked by the public workflow: they need a
# database from the network.
deny:
	@command -v cargo-deny > /dev/null || test -x $(TOOLS)/bin/cargo-deny || \
		$(CARGO) install cargo-deny --version 0.20.2 --locked --root $(TOOLS)
	PATH=$(TOOLS)/bin:$$PATH $(CARGO) deny --workspace --locked check licenses bans sources

# The portable kernels and the codecs of the store under Miri, which sees every access outside its bounds. Needs the
# nightly toolchain with the components miri and rust-src.
miri:
	@tools/need.sh miri
	$(CARGO) +nightly miri test -p sprague-kernels --lib
	MIRIFLAGS=-Zmiri-disable-isolation $(CARGO) +nightly miri test -p sprague-store --lib coding::

# Threads of the engine under ThreadSanitizer: which reads and writes no order separates. Needs the nightly toolchain
# with its component rust-src.
tsan:
	@tools/need.sh tsan
	RUSTFLAGS=-Zsanitizer=thread CARGO_TARGET_DIR=$${CARGO_TARGET_DIR:-target}/tsan $(CARGO) +nightly test -Zbuild-std \
		--target x86_64-unknown-linux-gnu -p sprague --lib -- a_crew_of_any_size

# Which lines of the checker its tests reach; needs llvm-profdata and llvm-cov of the compiler's version.
coverage:
	tools/coverage.sh
