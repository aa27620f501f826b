#!/usr/bin/env bash
# Prints the browser that the browser tests use: $CHROMIUM, or the first one of the usual names. The headless shell is the
# same engine without a browser's windows and does half the work; `scripts/chromium.sh whole` leaves it out.
set -euo pipefail

if [ -n "${CHROMIUM:-}" ]; then
  [ -x "$CHROMIUM" ] && { echo "$CHROMIUM"; exit 0; }
  echo "CHROMIUM names $CHROMIUM, which is not a program." >&2
  exit 1
fi
names=(chromium chromium-browser google-chrome)
[ "${1:-}" = whole ] || names=(chromium-headless-shell "${names[@]}")
for name in "${names[@]}"; do
  command -v "$name" && exit 0
done
echo "Chromium is not installed; 'make test' installs it, or name another one with CHROMIUM=…" >&2
exit 1
