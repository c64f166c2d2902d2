# Two commands matter: `make lab` builds the command and shows it at work, `make test` proves that all of it works.
.PHONY: lab test format lint unit doc long bench fuzz pictures

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

unit:
	$(CARGO) test --workspace --lib --bins --tests --locked

doc:
	$(CARGO) test --workspace --doc --locked
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --locked

# The tests that take minutes even when optimized.
long:
	$(CARGO) test --release --locked -p sprague --test engine -- --ignored

# Speed of the solver against a plain recursion, measured in the same run.
bench:
	$(CARGO) bench -p sprague
	$(CARGO) run --release --locked -p sprague-cli -- bench

# A minute of each fuzz target; needs the nightly toolchain and cargo-fuzz.
fuzz:
	for target in position game digraph certificate; do \
		$(CARGO) +nightly fuzz run $$target -- -max_total_time=60 || exit 1; \
	done

# The pictures of the documentation.
pictures:
	docs/pictures/draw.sh
