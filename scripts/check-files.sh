#!/usr/bin/env bash
# What no linter sees in the files that are, or are about to be, committed. Prints each offending line and fails.
set -uo pipefail
cd "$(dirname "$0")/.."

status=0
refuse() { # refuse WHY LINES
  [ -n "$2" ] || return 0
  printf '%s\n%s\n' "$1" "$2"
  status=1
}

# Deleted files stay listed until the deletion is committed.
mapfile -d '' -t files < <(git ls-files -co --exclude-standard -z | while IFS= read -r -d '' f; do [ -f "$f" ] && printf '%s\0' "$f"; done)
[ "${#files[@]}" -gt 0 ] || { echo "git lists no files here."; exit 1; }
written=()
for f in "${files[@]}"; do
  case "$f" in
    *.gen.ts | web/src/schema.d.ts | openapi.yaml) ;;
    *.go | *.ts | *.tsx | *.css | *.sql | *.sh) written+=("$f") ;;
  esac
done

refuse "Longer than 500 lines (split it by what its parts do):" "$(
  wc -l -- "${written[@]}" | awk '$1 > 500 && $2 != "total" { print "  " $2 ": " $1 }'
)"

# Packages come through the package managers as each machine has them set up. (The brackets keep this file out.)
refuse "Names a package registry's host:" "$(
  grep -nIE '(registry|www)[.]npmjs|npmjs[.](org|com)|yarnpkg[.]com|(proxy|sum)[.]golang[.]org|pypi[.]org|deb[.]debian[.]org' \
    -- "${files[@]}" | cut -c1-160
)"

refuse "Names a folder of one machine:" "$(
  grep -nIE '(^|[^[:alnum:]_.$}/-])/(work|root|home|Users)/[[:alnum:]_.]' -- "${files[@]}" | cut -c1-160
)"

refuse "Conflict marks:" "$(grep -nIE '^(<<<<<<<|>>>>>>>) ' -- "${files[@]}")"
exit $status
