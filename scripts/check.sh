#!/usr/bin/env bash
# Every check and test, one line each; what a failing one said follows its line. Called by `make check`, which has
# built bin/kirana. Names as arguments run only the steps whose name contains one of them: scripts/check.sh Go Vitest
# KIRANA_TEST_LONG=1 (`make test-all`) runs each test in its long form, without budgets, and builds for Windows and macOS.
set -uo pipefail
cd "$(dirname "$0")/.."

only=("$@")
logs=.cache/check
rm -rf "$logs"
mkdir -p "$logs"
export NO_COLOR=1
unset FORCE_COLOR
passed=0 failed=0 skipped=0 broken=() failures=() unsteady=() durations=() over=()
group= budget=0 jobs=1 group_started=0 group_steps=0
declare -A running=() counting=()

# The tests' databases and data folders are in memory where 3 GB of it are free: PostgreSQL copies 400 files for each
# database, which on a disk took half of the time. GOTMPDIR stays on the disk: it holds every test program until the end.
# The folder is not used where it is mounted noexec, because tests run programs from theirs.
memory=/dev/shm
if [ "$(df --output=avail "$memory" 2>/dev/null | tail -n 1)" -ge 3000000 ] 2>/dev/null &&
  ! findmnt --noheadings --output OPTIONS --target "$memory" | grep -q noexec; then
  export GOTMPDIR=${GOTMPDIR:-${TMPDIR:-/tmp}}
  TMPDIR=$(mktemp -d "$memory/kirana-check.XXXXXX")
  export TMPDIR
  chmod 755 "$TMPDIR" # PostgreSQL runs as a user of its own
  trap 'rm -rf "$TMPDIR"' EXIT
fi

# Each step is a process group, so that an interrupt ends all of it.
set -m
trap 'for pid in "${!running[@]}"; do kill -- "-$pid"; done 2>/dev/null; exit 130' INT TERM

# group NAME BUDGET JOBS begins a group of steps, which may take BUDGET seconds together on two quiet cores with warm
# caches, JOBS steps at a time.
group() {
  end_group
  group=$1 budget=$2 jobs=$3 group_started=$SECONDS group_steps=0
}

# end_group waits for the group's steps and compares their time with the budget.
end_group() {
  while [ "${#running[@]}" -gt 0 ]; do end_step; done
  [ "$group_steps" -gt 0 ] || return 0
  local took=$((SECONDS - group_started))
  if [ -n "${KIRANA_TEST_LONG:-}" ] || [ "${#only[@]}" -gt 0 ]; then
    durations+=("$(printf '%5d s           %s' "$took" "$group")")
    return 0
  fi
  durations+=("$(printf '%5d s of %4d s  %s' "$took" "$budget" "$group")")
  [ "$took" -le "$budget" ] || over+=("$group ($took s of $budget s)")
}

# step NAME COUNT COMMAND… starts a command; COUNT is the function that adds its tests to the totals.
step() {
  local name=$1 count=$2
  shift 2
  if [ "${#only[@]}" -gt 0 ]; then
    local wanted=false word
    for word in "${only[@]}"; do [[ "$name" == *"$word"* ]] && wanted=true; done
    $wanted || return 0
  fi
  while [ "${#running[@]}" -ge "$jobs" ]; do end_step; done
  [ "$jobs" -gt 1 ] || printf '%-34s' "$name"
  local log=$logs/${name// /-}.log
  { started=$SECONDS; "$@" >"$log" 2>&1 </dev/null; status=$?; echo $((SECONDS - started)) >"$log.seconds"; exit $status; } &
  running[$!]=$name counting[$!]=$count group_steps=$((group_steps + 1))
}

# end_step waits for the next step that ends, and prints its line and why it failed.
end_step() {
  local pid ok=true name count log failed_before=$failed seconds
  wait -n -p pid "${!running[@]}" || ok=false
  name=${running[$pid]} count=${counting[$pid]}
  unset "running[$pid]"
  log=$logs/${name// /-}.log
  seconds=$(cat "$log.seconds")
  durations+=("$(printf '%5d s             %s' "$seconds" "$name")")
  "$count" "$log" "$ok"
  [ "$jobs" -eq 1 ] || printf '%-34s' "$name"
  if $ok; then
    printf 'ok    %4d s\n' "$seconds"
  else
    printf 'FAIL  %4d s\n' "$seconds"
    [ "$failed" -gt "$failed_before" ] || failed=$((failed + 1))
    broken+=("$name")
    tail -n 150 "$log" | sed 's/^/    /'
    while IFS= read -r line; do failures+=("$name: $line"); done < <(failed_tests "$log")
    while IFS= read -r line; do failures+=("$line"); done < <(first_errors "$log" | head -n 40)
    echo "    (all of it: $log)"
  fi
  while IFS= read -r line; do unsteady+=("$line"); done < <(unsteady_tests "$log")
}

# browser_tests RESULT LOG prints the tests that Playwright lists at its end under that result (failed, flaky).
browser_tests() {
  awk -v heading="^  [0-9]+ $1" '/^  [0-9]+ / { open = $0 ~ heading; next }
    open && /^    \[/ { gsub(/^ +| (─)+ *$/, ""); print }' "$2"
}

# failed_tests LOG prints a line for each test that failed: Go's "Failed: …", Vitest's " FAIL  …", the list at
# Playwright's end, "    [project] › file › title".
failed_tests() {
  sed -nE -e 's/^(Failed(: | outside of a test: ).*)/\1/p' -e 's/^ *FAIL +(.* > .*)/\1/p' \
    "$1" | sort -u
  browser_tests failed "$1"
}

# unsteady_tests LOG prints a line for each test that failed first and passed when it was tried again.
unsteady_tests() {
  sed -n 's/^Passed at the second attempt: //p' "$1"
  browser_tests flaky "$1"
}

# first_errors LOG prints what each failed browser test said first: its name, the error, the line of the test.
first_errors() {
  awk '/^  [0-9]+\) \[/ { sub(/ (─)+ *$/, ""); print; lines = 0; open = 1; next }
    /^ *at .*:[0-9]+:[0-9]+/ { open = 0 }
    open && /Error:|Expected|Received|Locator:|Timeout|^ *> *[0-9]+ \|/ && lines < 8 { print; lines++ }' "$1"
}

one_check() { if $2; then passed=$((passed + 1)); else failed=$((failed + 1)); fi; }

# number PATTERN FILE prints the number that stands where the pattern's first group is, in its last match, or 0.
number() { sed -nE "s/$1/\1/p" "$2" | tail -n 1 | grep . || echo 0; }

# scripts/go-test.sh ends with "116 passed, 1 failed, 3 skipped".
go_tests() {
  passed=$((passed + $(number '^([0-9]+) passed, .*' "$1")))
  failed=$((failed + $(number '^[0-9]+ passed, ([0-9]+) failed.*' "$1")))
  skipped=$((skipped + $(number '^[0-9]+ passed, .* ([0-9]+) skipped' "$1")))
}

# Vitest ends with "Tests  1 failed | 24 passed | 2 skipped (27)".
vitest_tests() {
  passed=$((passed + $(number '^ +Tests .*[^0-9]([0-9]+) passed.*' "$1")))
  failed=$((failed + $(number '^ +Tests .*[^0-9]([0-9]+) failed.*' "$1")))
  skipped=$((skipped + $(number '^ +Tests .*[^0-9]([0-9]+) skipped.*' "$1")))
}

# Playwright ends with a line for each: "  1 failed", "  2 did not run", "  1 flaky", "  11 passed (1.2m)".
playwright_tests() {
  passed=$((passed + $(number '^ +([0-9]+) passed.*' "$1") + $(number '^ +([0-9]+) flaky.*' "$1")))
  failed=$((failed + $(number '^ +([0-9]+) failed.*' "$1") + $(number '^ +([0-9]+) did not run.*' "$1")))
  skipped=$((skipped + $(number '^ +([0-9]+) skipped.*' "$1")))
}

tool() { scripts/tool.sh tools/go.mod "$1"; }
web() { (cd web && npx --no-install "$@"); }

# Biome passes when it has met its own limits, such as that of types, past which it sees no floating promise: it says so
# in an INTERNAL diagnostic.
biome() {
  local report
  report=$(web biome ci --colors=off --error-on-warnings . 2>&1) || { echo "$report"; return 1; }
  ! grep -A 3 ' INTERNAL ' <<<"$report"
}

gofumpt_is_clean() {
  local gofumpt unformatted
  gofumpt=$(tool gofumpt) || return 1
  unformatted=$(git ls-files -co --exclude-standard -z '*.go' | xargs -0 -r "$gofumpt" -l) || return 1
  [ -z "$unformatted" ] || { echo "Not formatted ('make format' does it):"; echo "$unformatted"; return 1; }
}

# With the flags of the build, whose compiled packages it reads then. A cache of the checkout's own: one that is shared
# with another checkout answers with that one's paths.
golangci_lint() {
  local linter
  linter=$(tool golangci-lint) || return 1
  CGO_ENABLED=0 GOFLAGS='-trimpath -gcflags=all=-dwarf=false' GOLANGCI_LINT_CACHE=$PWD/.cache/golangci-lint \
    "$linter" run --allow-parallel-runners
}

# Everything is compiled anew for another system, so this belongs to the long form.
build_elsewhere() {
  local system
  for system in windows darwin; do
    GOOS=$system CGO_ENABLED=0 go build -trimpath -gcflags=all=-dwarf=false ./internal/app || return 1
  done
}

go_test() { CGO_ENABLED=1 scripts/with-postgres.sh scripts/go-test.sh ./...; }

# On a busy machine a browser may miss a deadline. A test that fails is tried once more, in a new shop, and one that
# passed only then is named at the end, because it may hide a race.
browser_test() {
  local browser whole
  browser=$(scripts/chromium.sh) || return 1
  whole=$(scripts/chromium.sh whole) || return 1
  CHROMIUM=$browser WHOLE_CHROMIUM=$whole scripts/with-postgres.sh bash -c 'cd web && npx --no-install playwright test --retries 1'
}

group "files, lints, types, generated files" 120 2
step "golangci-lint" one_check golangci_lint
step "tsc in the browser" one_check web tsc -p tsconfig.json
step "tsc in the service worker" one_check web tsc -p tsconfig.worker.json
step "tsc in Node" one_check web tsc -p tsconfig.node.json
step "Biome" one_check biome
step "knip" one_check web knip
step "files" one_check scripts/check-files.sh
step "specification" one_check scripts/check-specification.sh
step "generated files" one_check scripts/generate.sh --check
step "go.mod" one_check go mod tidy -diff
step "go.mod of the tools" one_check go -C tools mod tidy -diff
step "lines of the mutants" one_check go run -C tools ./mutants -check
step "gofumpt" one_check gofumpt_is_clean
step "licences" one_check go run -C tools ./release -licences
group "Go" 360 1
step "Go tests on both databases" go_tests go_test
group "Vitest" 180 1
step "Vitest" vitest_tests web vitest run --retry 1 --reporter default --reporter ./dev/unsteady-reporter.ts
group "Playwright" 240 1
step "Playwright on both databases" playwright_tests browser_test
if [ -n "${KIRANA_TEST_LONG:-}" ]; then
  group "other systems" 0 1
  step "build for Windows and macOS" one_check build_elsewhere
fi
end_group

if [ "${#durations[@]}" -gt 0 ]; then
  printf '\nHow long each step took, and each group beside its budget on two quiet cores:\n'
  printf '%s\n' "${durations[@]}" | sort -rn
fi
echo
[ "${#over[@]}" -eq 0 ] || printf 'Over its budget: %s\n' "${over[@]}"
[ "${#unsteady[@]}" -eq 0 ] || printf 'Passed only at the second attempt: %s\n' "${unsteady[@]}"
if [ "${#broken[@]}" -gt 0 ]; then
  [ "${#failures[@]}" -eq 0 ] || printf '%s\n' "${failures[@]}" ''
  printf 'Failed after %d s: %s\n' "$SECONDS" "$(printf '%s\n' "${broken[@]}" | paste -sd ,)"
else
  printf 'All is well after %d s (%d skipped).\n' "$SECONDS" "$skipped"
fi
echo "$passed passed, $failed failed"
[ "${#broken[@]}" -eq 0 ]
