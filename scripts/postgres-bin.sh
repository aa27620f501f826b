#!/usr/bin/env bash
# Prints the folder of PostgreSQL's server programs; Debian keeps them out of the PATH.
set -euo pipefail
shopt -s nullglob

if found=$(command -v initdb); then
  dirname "$(readlink -f "$found")"
  exit 0
fi
candidates=(/usr/lib/postgresql/*/bin/initdb)
if [ "${#candidates[@]}" -eq 0 ]; then
  echo "PostgreSQL's server programs (initdb, pg_ctl) are not installed; 'make test' installs them." >&2
  exit 1
fi
dirname "$(printf '%s\n' "${candidates[@]}" | sort -V | tail -n 1)"
