# Everything a newcomer or a CI needs. `make` alone lists it.
.DEFAULT_GOAL := help
.PHONY: help demo cluster-demo test soak check check-api check-counts fuzz bench format clean

# Seconds for each kind of input of `make fuzz`.
SECONDS ?= 60
# A command that `make test` runs in between.
BESIDE ?=
# Servers that `make soak` kills.
KILLS ?= 100

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 21

demo: ## install what is missing, build, and show an exchange of the simulated device with the server
	@scripts/install-dependencies
	@swift build
	@scripts/demo

cluster-demo: ## the same for three servers over one PostgreSQL, which is killed and replaced meanwhile
	@scripts/install-dependencies
	@scripts/install-test-tools postgres
	@swift build
	@scripts/cluster-demo

test: ## install what is missing, build, run every test and tell how many real cases were judged
	@scripts/install-dependencies
	@scripts/install-test-tools
	@scripts/test $(BESIDE)

soak: ## build, and kill servers 100 times over each database while they work (KILLS=n for another number)
	@scripts/install-dependencies
	@scripts/install-test-tools postgres
	@scripts/soak $(KILLS)

check: ## look for what tests do not see: format, imports, unsafe code, clocks, file sizes, links
	@scripts/check

check-api: ## build, and hold the server to its OpenAPI document with thousands of generated requests
	@scripts/install-dependencies
	@scripts/install-test-tools
	@swift build
	@scripts/check-api

check-counts: ## build, and hold the instructions and allocations of exchanges to the numbers that were accepted
	@scripts/install-dependencies
	@scripts/check-counts

fuzz: ## throw made-up bytes at every parser, 60 seconds each (SECONDS=n for another time)
	@scripts/install-dependencies
	@scripts/fuzz $(SECONDS)

bench: ## build, and measure everything against its cryptography in 10 minutes (QUICK=1 for two), into docs/performance.md
	@scripts/install-dependencies
	@scripts/install-test-tools postgres
	@Benchmarks/bench.sh

format: ## put every Swift file into the house's format
	@swift format --in-place --parallel --recursive Sources Tests Fuzz Benchmarks Package.swift

clean: ## remove what was built, and the Python environment of the tests
	@rm -rf .build .venv
