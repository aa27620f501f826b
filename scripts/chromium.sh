#!/usr/bin/env bash
# Prints the browser that the browser tests use: $CHROMIUM, or the first one of the usual names. The headless shell is the
# same engine without a browser's windows and does half the work; `scripts/chromium.sh whole` leaves it out, wherever it is named.
set -euo pipefail

named=${CHROMIUM:-}
[[ ${1:-} != whole || ${named##*/} != *headless*shell* ]] || named=
if [ -n "$named" ]; then
  [ -x "$named" ] && { echo "$named"; exit 0; }
  echo "CHROMIUM names $named, which is not a program." >&2
  exit 1
fi
names=(chromium chromium-browser google-chrome)
[ "${1:-}" = whole ] || names=(chromium-headless-shell "${names[@]}")
for name in "${names[@]}"; do
  command -v "$name" && exit 0
done
echo "Chromium is not installed; 'make test' installs it, or name another one with CHROMIUM=…" >&2
exit 1
