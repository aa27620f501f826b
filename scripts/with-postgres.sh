#!/usr/bin/env bash
# Runs a command beside a throw-away PostgreSQL: scripts/with-postgres.sh COMMAND…
# The command finds the cluster's address, with all rights, in KIRANA_TEST_DATABASE_URL. The cluster listens on a
# socket in its own temporary folder only, keeps nothing safe on disk (fsync off), and goes away with the command.
set -euo pipefail

[ $# -gt 0 ] || { echo "usage: $0 COMMAND…" >&2; exit 2; }
bin=$("$(dirname "$0")/postgres-bin.sh")

home=$(mktemp -d "${TMPDIR:-/tmp}/kirana-pg.XXXXXX")
# A socket's path may have 107 characters at most, so its folder is not made under a long TMPDIR.
socket=$(mktemp -d /tmp/kirana-pg.XXXXXX)
as=()
if [ "$(id -u)" -eq 0 ]; then
  id postgres >/dev/null 2>&1 || { echo "PostgreSQL does not run as root, and there is no user 'postgres'." >&2; exit 1; }
  chown postgres "$home" "$socket"
  as=(setpriv --reuid=postgres --regid=postgres --init-groups --)
fi
# The socket is for whoever runs the command, also when that is not the cluster's user.
chmod 755 "$home" "$socket"

child=
stop() {
  trap - EXIT INT TERM HUP
  [ -z "$child" ] || kill "$child" 2>/dev/null || true
  (cd / && "${as[@]}" "$bin/pg_ctl" -D "$home/data" -m immediate -w stop >/dev/null 2>&1) || true
  rm -rf "$home" "$socket"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

quietly() {
  local out
  out=$(cd / && "$@" 2>&1 </dev/null) || { echo "$out" >&2; cat "$home/log" >&2 2>/dev/null || true; return 1; }
}
quietly "${as[@]}" "$bin/initdb" -D "$home/data" -U kirana --auth=trust --encoding=UTF8 --locale=C.UTF-8 --no-sync
cat >>"$home/data/postgresql.conf" <<CONF
listen_addresses = ''
unix_socket_directories = '$socket'
unix_socket_permissions = 0777
max_connections = 300
fsync = off
synchronous_commit = off
full_page_writes = off
CONF
quietly "${as[@]}" "$bin/pg_ctl" -D "$home/data" -l "$home/log" -w start

export KIRANA_TEST_DATABASE_URL="postgres:///postgres?host=$socket&user=kirana"
PATH="$bin:$PATH" "$@" <&0 &
child=$!
status=0
wait "$child" || status=$?
child=
exit "$status"
