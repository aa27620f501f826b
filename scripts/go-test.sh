#!/usr/bin/env bash
# Runs the Go tests: scripts/go-test.sh PACKAGE… First everything but PostgreSQL, with the race detector; then, without it,
# the tests that were skipped because they need PostgreSQL. With KIRANA_TEST_LONG=1 all tests run on both databases with the
# race detector, in their long form. A test that fails is tried once more, unless more than three failed, a package does not
# build, or something panicked or raced. The last lines say how many tests passed, name those that failed and those that
# passed only at the second attempt.
set -uo pipefail
cd "$(dirname "$0")/.."

gotestsum=$(scripts/tool.sh tools/go.mod gotestsum) || exit 1
events=$(mktemp "${TMPDIR:-/tmp}/kirana-go-test.XXXXXX")
KIRANA_TEST_TEMPLATES=$(mktemp -d "${TMPDIR:-/tmp}/kirana-templates.XXXXXX")
export KIRANA_TEST_TEMPLATES
trap 'rm -rf "$events" "$events.pass" "$KIRANA_TEST_TEMPLATES"' EXIT
status=0

# run PACKAGES FLAG… runs the tests of these packages, and keeps their events.
# A failed subtest is tried again with the whole test around it: alone it would not meet what the others left behind.
run() {
  local packages=$1
  shift
  "$gotestsum" --format pkgname --jsonfile "$events.pass" --packages "$packages" \
    --rerun-fails=1 --rerun-fails-max-failures=3 --rerun-fails-run-root-test --rerun-fails-abort-on-data-race -- "$@" || status=$?
  cat "$events.pass" >>"$events"
}

# -w leaves out debug information, a fifth of the linker's time; -trimpath lets checkouts share compiled packages;
# golangci-lint has vetted the tests.
plain=(-trimpath -gcflags=all=-dwarf=false -ldflags=-w -vet=off -timeout 30m)

# Packages that only compute run without the race detector: it costs a third of the time there, or, in the reader of
# price lists, three quarters. They synchronize nothing by atomics, whose order the detector would not see: without it,
# encoding/json's cache of types is reported as a race.
race=("${plain[@]}" -race)
for computing in modernc.org golang.org/x/image golang.org/x/crypto golang.org/x/text image compress filippo.io/age github.com/andybalholm/brotli regexp \
  "$(go list -m)/internal/catalog/importer/csvimport"; do
  race+=("-gcflags=$computing/...=-dwarf=false -race=false -d=checkptr=0")
done

# skipped FIELD lists the packages, or the tests at the top, that the first pass skipped for PostgreSQL.
skipped() {
  grep -F 'KIRANA_TEST_DB=sqlite: not on postgres' "$events" | sed -nE 's/.*"'"$1"'":"([^"\/]*[^"]*)".*/\1/p' | sort -u
}

if [ -n "${KIRANA_TEST_LONG:-}" ]; then
  run "$*" "${race[@]}" -timeout 90m
else
  # The tests of this package run whole programs: with the race detector, which they have in the long form, they take
  # four times as long.
  programs=$(go list ./internal/app)
  all=$(go list "$@")
  others=$(grep -vx "$programs" <<<"$all" | paste -sd ' ')
  if [ -n "$others" ]; then
    KIRANA_TEST_DB=sqlite run "$others" "${race[@]}"
    packages=$(skipped Package)
    tests=$(skipped Test | sed 's#/.*##' | sort -u | paste -sd '|')
    [ -z "$tests" ] || CGO_ENABLED=0 KIRANA_TEST_DB=postgres run "$(echo $packages)" -run "^($tests)\$" "${plain[@]}"
  fi
  ! grep -qx "$programs" <<<"$all" || CGO_ENABLED=0 run "$programs" "${plain[@]}"
fi

# gotestsum runs only the failed tests again. When a program ended early (os.Exit, a fatal error of the runtime) or failed
# after its last test, that says nothing about the rest of the package: such a package fails here.
echo
grep -v '"Action":"output"' "$events" | awk -v module="$(go list -m)" '
  function field(name, value) {
    if (!match($0, "\"" name "\":\"([^\"\\\\]|\\\\.)*\"")) return ""
    value = substr($0, RSTART + length(name) + 4, RLENGTH - length(name) - 5)
    gsub(/\\"/, "\"", value)
    return value
  }
  { action = field("Action"); package = field("Package"); test = field("Test"); key = package " " test }
  action == "start" { failures[package] = 0 }
  test == "" && action == "fail" {
    for (key in running) if (index(key, package " ") == 1) { broken[package]; delete running[key] }
    if (failures[package] == 0) broken[package]
  }
  test == "" { next }
  action == "run" { running[key]; before[key] = result[key]; result[key] = "fail" }
  action ~ /^(pass|fail|skip)$/ { delete running[key]; result[key] = action }
  action == "skip" && before[key] ~ /pass|fail/ { result[key] = before[key] } # it ran in the other pass
  action == "fail" { failed[key]; failures[package]++ }
  function named(key) { sub("^" module "/?", "./", key); return key }
  function holds_failed(key, other) { for (other in failed) if (index(other, key "/") == 1) return 1; return 0 }
  END {
    for (key in result) {
      count[result[key]]++
      if (result[key] == "fail") print "Failed: " named(key)
      else if (key in failed && !holds_failed(key)) print "Passed at the second attempt: " named(key)
    }
    for (package in broken) { print "Failed outside of a test: " named(package); count["broken"]++ }
    printf "%d passed, %d failed, %d skipped\n", count["pass"], count["fail"], count["skip"]
    exit count["fail"] + count["broken"] > 0
  }' || status=1
exit "$status"
