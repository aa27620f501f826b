#!/usr/bin/env bash
# Builds a tool and prints its path: scripts/tool.sh tools/go.mod gofumpt. It is compiled with the flags of bin/kirana, so
# that packages which both need are compiled once, and runs in the caller's environment.
set -euo pipefail
cd "$(dirname "$0")/.."
CGO_ENABLED=0 GOGC=400 GOFLAGS='-trimpath -gcflags=all=-dwarf=false' exec go tool -modfile="$1" -n "$2"
