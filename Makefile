# `make run` and `make test` are all that a new machine needs; the scripts behind them install what is missing.

.DEFAULT_GOAL := help
.PHONY: help run release dist demo check test unit e2e reader ranker reader-check hearing bench bench-runs bench-peers bench-scale bench-watches load schemathesis llmcheck opensearch test-opensearch fuzz fmt lint

# The toolchain that can build the browser's half builds everything, so that nothing is compiled twice.
TOOLCHAIN = $$(frontend/install-wasm-target)
CARGO = RUSTUP_TOOLCHAIN=$(TOOLCHAIN) cargo
PLUMBLINE = target/debug/plumbline
RUST_TESTS = $(CARGO) nextest run --workspace --exclude frontend --exclude bindgen
# How many tests said that they had to be skipped, by reason. A test says it as `SKIPPED: why`.
SKIPPED = awk '/<testcase / { told = 0 } /SKIPPED: / && !told { told = 1; sub(/.*SKIPPED: /, ""); n[$$0]++ } \
	END { for (why in n) print n[why] " tests skipped: " why }' target/nextest/default/junit.xml

help: ## This list
	@sed -n 's/^\([a-z0-9-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

run: ## Set up what is missing, build, import the demo, serve; prints one address
	@frontend/build-site
	@$(PLUMBLINE) demo --if-empty
	@$(PLUMBLINE) serve

release: ## The optimised program and its browser module, in target/release and target/site
	@frontend/install-tools npm
	@frontend/build-site --release

# What is used by tests turns features on in what the program uses too: building the tests builds the program, once.
test: ## Everything: rules of the house, unit, integration (SQLite and Postgres), browser
	@frontend/install-tools postgres browser npm nextest
	@frontend/install-tools openai mariadb || true
	@PLUMBLINE_PAGES_ONLY=1 frontend/build-site
	@$(RUST_TESTS) --no-run
	@$(PLUMBLINE) model fetch || true
	@$(RUST_TESTS)
	@cd end2end && npx playwright test
	@$(SKIPPED)

check: ## Form, lints, rules of the house, and the unit tests of the crates that changed: make check SINCE=main
	@frontend/install-tools nextest
	@RUSTUP_TOOLCHAIN=$(TOOLCHAIN) server/tests/check-changed $(SINCE)

unit: ## Only the Rust tests
	@frontend/install-tools postgres nextest
	@$(RUST_TESTS)
	@$(SKIPPED)

e2e: ## Only the browser tests
	@frontend/install-tools browser npm
	@frontend/build-site
	@cd end2end && npx playwright test

dist: ## An archive and a Debian package in target/dist; PROFILE=debug packs the program that is built already
ifeq ($(PROFILE),debug)
	@server/dist/pack $(PLUMBLINE)
else
	@$(MAKE) --no-print-directory release
	@server/dist/pack $${CARGO_TARGET_DIR:-target}/release/plumbline
endif

# Where and how many; an empty database is filled first, which is timed too.
N ?= 1000000
DATABASE ?= sqlite://$(CURDIR)/target/bench/scale-$(N).db

bench: bench-runs bench-scale ## All measurements, in a release build

bench-runs: ## What a run costs: CPU, runs a second, first event, memory, what is left behind; and the time of grounding
	@$(CARGO) bench -p server --bench measure -- runs
	@$(CARGO) bench -p evals --bench grounding

bench-peers: ## The same run by rig and by LangGraph, beside bench-runs on the same machine (needs cargo's and pip's registries)
	@server/benches/peers/run

bench-scale: ## Every tool and search over many records: make bench-scale N=1000000 DATABASE=postgres://…
	@mkdir -p target/bench
	@$(CARGO) bench -p server --bench measure -- scale --database $(DATABASE) --communications $(N)

bench-watches: ## A hundred watched figures over many records, all due at once, while somebody asks: make bench-watches N=1000000
	@mkdir -p target/bench
	@$(CARGO) bench -p server --bench measure $(if $(filter debug,$(PROFILE)),--profile dev) -- watches --database $(DATABASE) --communications $(N)

# With PROFILE=debug nothing is built for it but the benchmark itself.
PROFILE ?= release
MINUTES ?= 5
BROWSERS ?= 1000
RUNS ?= 200

load: ## Browsers that watch runs, for minutes; nothing lost, memory flat: make load MINUTES=5 BROWSERS=1000 RUNS=200 PROFILE=debug
	@$(CARGO) bench -p server --bench measure $(if $(filter debug,$(PROFILE)),--profile dev) -- load \
		--minutes $(MINUTES) --browsers $(BROWSERS) --runs $(RUNS)

# Where `plumbline model fetch` puts the encoder that the reader begins with.
ENCODER ?= plumbline-data/models

reader: ## Train the reader of questions anew from server/reader/data: half an hour on two cores, with PyTorch
	@python3 server/reader/check.py server/reader/data/*.jsonl
	@python3 server/reader/train.py $(ENCODER) server/reader/weights/reader.safetensors
	@cd server/reader && sha256sum weights/reader.safetensors weights/vocab.txt > weights/SHA256SUMS

# Databases with the data of the questions: `plumbline demo`, and an import of the public complaints.
RANK_DEMO ?= sqlite://target/rank/demo.db
RANK_CFPB ?= sqlite://target/rank/cfpb.db

ranker: ## Train anew how the readings of a question are ordered: make ranker RANK_DEMO=sqlite://… RANK_CFPB=sqlite://… (needs numpy)
	@python3 server/reader/words.py server/query/src/frame/grammar/common.txt server/reader/data/*.jsonl
	@mkdir -p target/rank
	@$(CARGO) run -q -p evals -- candidates server/eval/questions.jsonl target/rank/demo.jsonl --only demo --database $(RANK_DEMO)
	@$(CARGO) run -q -p evals -- candidates server/eval/questions.jsonl target/rank/cfpb.jsonl --only cfpb --database $(RANK_CFPB)
	@$(CARGO) run -q -p evals -- questions server/eval/questions.jsonl --verdicts target/rank/demo.verdicts --only demo --database $(RANK_DEMO)
	@$(CARGO) run -q -p evals -- questions server/eval/questions.jsonl --verdicts target/rank/cfpb.verdicts --only cfpb --database $(RANK_CFPB)
	@python3 server/reader/rank.py target/rank/demo.names server/query/src/frame/ranker.json target/rank/demo.jsonl target/rank/cfpb.jsonl \
		--verdicts target/rank/demo.verdicts target/rank/cfpb.verdicts

reader-check: ## Whether the reader's weights are those of its model card, and how well it reads
	@cd server/reader && sha256sum --quiet -c weights/SHA256SUMS
	@$(CARGO) run -q -p evals -- reader server/reader/data/eval/held-out.jsonl

hearing: ## Train anew how callers are heard, from server/support/data, in a minute; then measure it on lines held out
	@$(CARGO) run -q -p evals -- hearing --train

EXAMPLES ?= 15

schemathesis: ## Call everything that the API describes with made-up data, by schemathesis: nothing may be a server error
	@frontend/build-site
	@server/tests/schemathesis $(PLUMBLINE) $(EXAMPLES)

llmcheck: ## Once only: the model client against a real llama.cpp server with a small model (fetches 127 MB)
	@server/tests/llm-check

# How many nodes.
NODES ?= 1

opensearch: ## A real OpenSearch cluster on loopback until Ctrl-C, from its published jars (JDK 17 and Maven): make opensearch NODES=3
	@frontend/install-tools java
	@server/tests/opensearch/node serve $(NODES)

test-opensearch: ## The query language five ways, and what a search cluster is trusted with, against real OpenSearch nodes
	@frontend/install-tools java postgres nextest
	@server/tests/opensearch/node prepare
	@$(RUST_TESTS) -E 'test(/^cluster::/) or test(random_queries)'
	@$(SKIPPED)

FUZZ_SECONDS ?= 300

fuzz: ## Throw bytes at every reader of text from outside for five minutes, by libFuzzer: make fuzz FUZZ_SECONDS=60
	@cargo fuzz --version >/dev/null 2>&1 || { echo "make fuzz needs cargo-fuzz: cargo install cargo-fuzz"; exit 1; }
	@cp Cargo.lock server/fuzz/Cargo.lock; mkdir -p target/fuzz/corpus target/fuzz/found
	@cd server && $(CARGO) fuzz run -s none --codegen-units 16 --target-dir ../target/fuzz readers ../target/fuzz/corpus fuzz/seeds -- \
		-max_total_time=$(FUZZ_SECONDS) -dict=fuzz/readers.dict -artifact_prefix=../target/fuzz/found/ -timeout=10 -print_final_stats=1

fmt: ## Format the Rust sources
	@cargo fmt --all

lint: ## rustfmt, clippy on both halves with warnings as errors, and what the crates are held to (deny.toml)
	@frontend/install-tools deny
	@cargo fmt --all --check
	@cargo clippy --workspace --exclude frontend --exclude bindgen --all-targets -- -D warnings
	@RUSTUP_TOOLCHAIN=$(TOOLCHAIN) cargo check -p frontend --target wasm32-unknown-unknown
	@cargo deny --log-level error check
