#!/usr/bin/env bash
# Long trials, one line each: scripts/torture.sh [NAME…] runs those with such a name in theirs. Called by `make torture`, which has
# built bin/kirana. All of it stays on this machine, is bounded, and takes its draws from fixed seeds, but for the fuzz targets' inputs.
# FUZZTIME is how long each fuzz target runs (60s), HISTORIES how many are recorded on each database (20),
# POWER_CUTS at how many points the power fails (200), OLDER the commit of the program that is upgraded (before the last migration),
# MODEL_SEQUENCES how many random sequences of events run on each database (10,000), YEAR_DAYS how many days the year has (455),
# LOAD_MINUTES how long the load is held on each database (30).
set -uo pipefail
cd "$(dirname "$0")/.."

only=("$@")
logs=.cache/torture
rm -rf "$logs"
mkdir -p "$logs"
export KIRANA_TEST_LONG=1 HISTORIES="${HISTORIES:-20}" POWER_CUTS="${POWER_CUTS:-200}" MODEL_SEQUENCES="${MODEL_SEQUENCES:-10000}"
failed=0

# trial NAME COMMAND… runs a command, and prints what it measured.
trial() {
  local name=$1 start=$SECONDS log word wanted=true
  shift
  if [ "${#only[@]}" -gt 0 ]; then
    wanted=false
    for word in "${only[@]}"; do [[ "$name" == *"$word"* ]] && wanted=true; done
  fi
  $wanted || return 0
  log=$logs/${name// /-}.log
  printf '%-28s' "$name"
  if "$@" >"$log" 2>&1 </dev/null; then
    printf 'ok    %4d s\n' $((SECONDS - start))
  else
    printf 'FAIL  %4d s   (%s)\n' $((SECONDS - start)) "$log"
    failed=$((failed + 1))
    tail -n 30 "$log" | sed 's/^/    /'
  fi
  # What a test logs, what a measurement prints, the last count of a fuzz target.
  grep -E '^built in|_test\.go:[0-9]+: |^[0-9]+ (orders|copies)|^a copy takes|^  with|^  while|^longest write stall|slow connections of' "$log" | sed -E 's/^ *[a-z_]+_test\.go:[0-9]+: /    /; s/^([^ ])/    \1/' | head -20
  grep -E '^fuzz: elapsed' "$log" | tail -n 1 | sed 's/^/    /'
}

go_test() { scripts/with-postgres.sh go test -count=1 -timeout 40m -v "$@"; }

# run_fuzz PACKAGE TARGET. The build comes first and is timed apart: -fuzz instruments all that is linked, SQLite and the S3 client
# too, which takes minutes after a change. The fuzzing ends after FUZZTIME on any machine. Without a bound, making one slow input
# smaller takes the whole minute.
run_fuzz() {
  local start=$SECONDS
  go test -c -o /dev/null -fuzz "^$2\$" "$1" || return
  echo "built in $((SECONDS - start)) s"
  go test "$1" -run '^$' -fuzz "^$2\$" -fuzztime "${FUZZTIME:-60s}" -fuzzminimizetime 10x -timeout 5m
}

# build_older builds the program of OLDER, with the flags of `make build` and the web app of now.
build_older() {
  local commit=${OLDER:-$(git log -1 --format=%h -- internal/db/migrations)^} source=$PWD/$logs/older
  mkdir -p "$source"
  git archive "$commit" | tar -x -C "$source"
  cp -R web/dist "$source/web/"
  (cd "$source" && CGO_ENABLED=0 go build -trimpath -gcflags=all=-dwarf=false -buildvcs=false -o kirana .)
}

upgrade_from_older() {
  build_older || return
  KIRANA_TEST_OLDER=$PWD/$logs/older/kirana go_test ./internal/app/ -run 'TestUpgrade_.*Older'
}

# live_year DATABASE measures memory: the other database may not run in the same process.
live_year() { KIRANA_TEST_DB=$1 YEAR_DAYS=${YEAR_DAYS:-455} go_test ./internal/app/ -run 'TestYear' -timeout 3h; }

# hold_load DATABASE measures: nothing else may run beside it.
hold_load() { KIRANA_TEST_DB=$1 LOAD_MINUTES=${LOAD_MINUTES:-30} go_test ./internal/app/ -run 'TestLoad_isHeld' -timeout 3h; }

fuzz() { trial "fuzz $2" run_fuzz "$1" "$2"; }

fuzz ./internal/httpapi FuzzBody
fuzz ./internal/money FuzzParse
fuzz ./internal/slug FuzzSlug
fuzz ./internal/catalog/importer/csvimport FuzzReader
fuzz ./internal/catalog/importer FuzzWorkbook
fuzz ./internal/catalog/search FuzzQuery
fuzz ./internal/media FuzzAcceptForm
fuzz ./internal/media FuzzAccept
fuzz ./internal/payment/stripe FuzzParseWebhook
trial "nodes" go_test ./internal/app/ -run 'TestNodes'
trial "histories" go_test ./internal/app/ -run 'TestHistory' -timeout 3h
trial "standby" go_test ./internal/app/ -run 'TestStandby'
trial "crashes" go_test ./internal/app/ -run 'TestServe_losesNoConfirmedOrder'
trial "upgrade of each schema" go_test ./internal/db/ -run 'TestUpgrade'
trial "upgrade from an older program" upgrade_from_older
trial "power" go_test ./internal/app/ -run 'TestPower'
trial "flipped bits" go_test ./internal/backup/ -run 'TestVerify_findsEveryFlippedBit'
trial "year on SQLite" live_year sqlite
trial "year on PostgreSQL" live_year postgres
trial "load on SQLite" hold_load sqlite
trial "load on PostgreSQL" hold_load postgres
trial "model of money and pieces" go_test ./internal/order/ -run 'TestModel|TestInterleavings' -timeout 3h

[ "$failed" -eq 0 ] || { echo "$failed trials failed" >&2; exit 1; }
