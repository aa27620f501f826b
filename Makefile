# Kirana. `make help` lists what there is; README.md says what to type first.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# npm and Vite leave a processor to Go's compiler.
MAKEFLAGS += --jobs=2

VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo unversioned)
# Of a first build the compiler's garbage collector takes a sixth at its default of GOGC=100, and what a debugger reads,
# which -s -w leaves out of the program, a tenth.
GO_BUILD := CGO_ENABLED=0 GOGC=400 go build -trimpath -gcflags=all=-dwarf=false -buildvcs=false

# What the built storefront depends on. The folders stand in the list too, so that a deleted file counts as a change.
WEB_SOURCES := $(shell find web/src web/public web/messages internal/language/messages internal/language/units.json 2>/dev/null) \
	$(wildcard web/index.html web/package.json web/package-lock.json web/vite.compressed.ts web/vite.config.ts web/vite.messages.ts web/vite.pages.ts web/vite.server.config.ts web/vite.worker.ts web/tsconfig.json web/tsconfig.base.json)

.PHONY: help run dev build test test-all check mutants bench generate screenshots torture format setup binary packages licences release

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: build ## Build what changed and serve a stocked demo shop (KIRANA_* settings go through)
	@exec bin/kirana serve --demo

dev: build ## Serve the demo shop and, beside it, the web app as it is being edited
	@scripts/dev.sh

build: binary ## Build bin/kirana with the web app inside

test: setup build ## Install what the tests need, then run every check and test
	@scripts/check.sh

check: build ## Run every check and test (the answer to "am I done?")
	@scripts/check.sh

test-all: export KIRANA_TEST_LONG = 1
test-all: setup build ## Run every check and test in its long form, some hours: before a release
	@scripts/check.sh

mutants: web/node_modules/.package-lock.json ## Break one line at a time in a copy and see whether the tests notice (WORDS="money cart" for some)
	@go run -C tools ./mutants $(WORDS)

bench: build ## Measure reads, orders and the desk's lists; BENCH=reads or BENCH=orders alone, BENCH="reads search": searches alone, BENCH=counter: scans and sales at the counter, BENCH=pages: what a phone sees of the pages (BENCH="pages OLD-BINARY": in turn with another build), BENCH=growth: start, memory and edits by size (BENCH="growth 1000000" at one), BENCH="desk 100000": lists at so many orders
	@scripts/with-postgres.sh go run ./bench $(BENCH)

torture: build ## Try the shop for some hours: kills, lost machines and power, a year, load, fuzz targets (ONLY="fuzz nodes" for some)
	@scripts/torture.sh $(ONLY)

generate: build ## Write the generated files again: openapi.yaml and the web app's types and routes
	@scripts/generate.sh

screenshots: build ## Take pictures of every screen and dialog into screenshots/, and those of README.md
	@cd web && CHROMIUM="$$(../scripts/chromium.sh)" npx playwright test --config e2e/pictures/playwright.config.ts

licences: web/node_modules/.package-lock.json ## List the licence of every library inside, and fail for one that is not allowed
	@go run -C tools ./release -licences

release: web/dist/index.html ## Make release/: binaries for Linux, Windows and macOS, an OCI image, licences, SBOM, checksums; the same bytes each time
	@go run -C tools ./release -version "$(VERSION)"

format: ## Format the Go and web sources
	@$$(scripts/tool.sh tools/go.mod gofumpt) -l -w *.go internal bench tools web/*.go
	@cd web && npx biome check --write .

setup: web/node_modules/.package-lock.json
	@scripts/setup.sh

binary: web/dist/index.html packages
	@$(GO_BUILD) -ldflags "-s -w -X main.version=$(VERSION)" -o bin/kirana .

# All that does not embed the web app is compiled while the web app is built.
packages:
	@$(GO_BUILD) $$(go list -f '{{join .Imports "\n"}}' . ./internal/app | grep -vxE 'kirana/(web|internal/app)')

web/node_modules/.package-lock.json: web/package-lock.json
	@echo "Installing the web app's packages"
	@cd web && npm ci --no-audit --no-fund
	@touch $@

web/dist/index.html: web/node_modules/.package-lock.json $(WEB_SOURCES)
	@echo "Building the web app"
	@cd web && npm run --silent build
	@touch web/dist/.gitkeep $@
