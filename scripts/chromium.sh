#!/usr/bin/env bash
# Prints the browser that the browser tests use: $CHROMIUM, or the first one of the usual names.
set -euo pipefail

if [ -n "${CHROMIUM:-}" ]; then
  [ -x "$CHROMIUM" ] && { echo "$CHROMIUM"; exit 0; }
  echo "CHROMIUM names $CHROMIUM, which is not a program." >&2
  exit 1
fi
# The headless shell is the same engine without a browser's windows: half the work of a test.
for name in chromium-headless-shell chromium chromium-browser google-chrome; do
  command -v "$name" && exit 0
done
echo "Chromium is not installed; 'make test' installs it, or name another one with CHROMIUM=…" >&2
exit 1
