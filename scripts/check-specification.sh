#!/usr/bin/env bash
# Whether docs/specification.md still tells the truth: every file it names is there, every test it names stands in the
# file named with it, every text it quotes stands word for word in the web app or the server, and every row is short
# enough to read. Prints what does not.
set -uo pipefail
cd "$(dirname "$0")/.."

table=${1:-docs/specification.md}
sources=$(mktemp)
trap 'rm -f "$sources"' EXIT
git ls-files -co --exclude-standard -z -- 'web/src/*.ts' 'web/src/*.tsx' 'internal/*.go' |
  grep -zvE '(\.test\.tsx?|_test\.go|\.gen\.ts|/schema\.d\.ts)$|^web/src/specification/|^internal/shoptest/' |
  xargs -0 cat 2>/dev/null >"$sources"

status=0 rows=0 tests=0 quotes=0
complain() {
  printf '%s\n' "$1"
  status=1
}

# file_of NAME prints the one file whose path ends so; nothing when there is none, or more than one.
files=$(git ls-files -co --exclude-standard -- internal web/src web/e2e)
file_of() {
  local found
  found=$(grep -F -- "/$1" <<<"$files" | while IFS= read -r file; do [[ "/$file" == */"$1" ]] && [ -f "$file" ] && echo "$file"; done)
  [[ "$found" == *$'\n'* ]] || printf '%s' "$found"
}

# quoted_in SENTENCE prints each text that stands in single quotes there, one to a line; "order's" is none.
quoted_in() {
  local rest=" $1 " open="(^|[^[:alnum:]])'([^']+)'([^[:alnum:]]|$)"
  while [[ "$rest" =~ $open ]]; do
    printf '%s\n' "${BASH_REMATCH[2]}"
    rest=${rest#*"'${BASH_REMATCH[2]}'"}
  done
}

# as_pattern TEXT prints the text as a whole literal of Go or TypeScript, its counts as anything that is filled in.
as_pattern() {
  printf '%s' "$1" | sed -E 's/[][\.*^$+?(){}|/]/\\&/g; s/(^| )([XYZNn])( |$)/\1\\$\\{[^}]+\\}\3/g; s/.*/["'"'"'`]&["'"'"'`]/'
}

named='`([^`]+)`'
test_named='^ *`([^`]+)` +(.*[^ ]) *$'
while IFS= read -r row; do
  [ "${#row}" -le 160 ] || complain "A row has ${#row} characters: $row"
  IFS='|' read -r _ sentence where shown _ <<<"$row"
  rows=$((rows + 1))
  while [[ "$where" =~ $named ]]; do
    [ -n "$(file_of "${BASH_REMATCH[1]}")" ] || complain "${BASH_REMATCH[1]} is gone, or is more than one file; it is named for: $sentence"
    where=${where#*"${BASH_REMATCH[0]}"}
  done

  while IFS= read -r part; do
    [[ "$part" == *'**not yet**'* ]] && continue
    if ! [[ "$part" =~ $test_named ]]; then
      complain "No test is named for: $sentence"
      continue
    fi
    file=${BASH_REMATCH[1]} name=${BASH_REMATCH[2]} tests=$((tests + 1))
    path=$(file_of "$file")
    if [ -z "$path" ]; then
      complain "$file is gone, or is more than one file; it is named to show: $sentence"
    elif ! grep -qF -- "$name" "$path"; then
      complain "$file has no test '$name'; it is named to show: $sentence"
    fi
  done <<<"${shown//<br>/$'\n'}"

  while IFS= read -r text; do
    [ -n "$text" ] || continue
    quotes=$((quotes + 1))
    grep -qE -- "$(as_pattern "$text")" "$sources" || complain "Nothing says '$text' any more: $sentence"
  done <<<"$(quoted_in "$sentence")"
done < <(grep -E '^\| ' "$table" | grep -v '^| Sentence |')

[ "$rows" -gt 0 ] || complain "$table has no rows."
echo "$rows rows, $tests tests and $quotes texts."
exit $status
