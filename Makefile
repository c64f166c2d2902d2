# Two commands matter: `make lab` builds the command and shows it at work, `make test` proves that all of it works.
.PHONY: lab test format lint unit doc bench fuzz kills pictures proofs solved check-proofs survey coverage

CARGO ?= cargo

# Sets up, then starts the main job: the command on a first position.
lab:
	$(CARGO) build --release --locked -p sprague-cli
	target/release/sprague games
	target/release/sprague play "kayles: 9"

# Everything a change must pass: format, lints as errors, all tests of all crates, documentation tests.
test: format lint unit doc

format:
	$(CARGO) fmt --all --check

lint:
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings
	$(CARGO) clippy --workspace --lib --bins --locked -- -D warnings -D clippy::disallowed_methods

unit:
	$(CARGO) test --workspace --lib --bins --tests --locked

doc:
	$(CARGO) test --workspace --doc --locked
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --locked

# Speed of the solver against a plain recursion, measured in the same run.
bench:
	$(CARGO) bench -p sprague
	$(CARGO) run --release --locked -p sprague-cli -- bench

# A minute of each fuzz target; needs the nightly toolchain and cargo-fuzz.
fuzz:
	for target in position game digraph certificate; do \
		mkdir -p fuzz/corpus/$$target; \
		seeds=$$(test $$target = certificate && echo proofs); \
		$(CARGO) +nightly fuzz run $$target fuzz/corpus/$$target $$seeds -- -max_total_time=60 || exit 1; \
	done

# 200 kills of runs at random moments, and 200 flipped bits each way; the tests do some of both.
kills:
	SPRAGUE_KILLS=200 $(CARGO) test --release --locked -p sprague-cli --test kills -- --nocapture
	SPRAGUE_FLIPS=200 $(CARGO) test --release --locked -p sprague-store --test store flips -- --nocapture

# The pictures of the documentation.
pictures:
	docs/pictures/draw.sh

SPRAGUE = $(CARGO) run --release --locked -q -p sprague-cli --

# Proves every game of proofs/games.txt again and writes the certificates, the index and docs/solved.md: half an hour of
# CPU time, nearly all of it for the three largest.
proofs:
	$(SPRAGUE) proofs proofs all -o docs/solved.md

# Only docs/solved.md, from the index.
solved:
	$(SPRAGUE) proofs proofs -o docs/solved.md

# Checks every certificate that is kept, by the stand-alone checker.
check-proofs:
	$(CARGO) build --release --locked -p sprague-certificate
	for file in proofs/*.cert; do $(CARGO) run --release --locked -q -p sprague-certificate -- $$file || exit 1; done

# Goes through the 1 024 codes d0.d1d2d3 with d0 = 0 or 4, and writes docs/survey.md.
survey:
	$(SPRAGUE) survey --quiet -o docs/survey.md

# Which lines of the checker its tests reach; needs llvm-profdata and llvm-cov of the compiler's version.
coverage:
	tools/coverage.sh
