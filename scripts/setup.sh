#!/usr/bin/env bash
# Installs what the tests need and this machine lacks, through its package manager; does nothing when all is there.
set -euo pipefail
cd "$(dirname "$0")/.."

# Go builds its tools when they are first used; this one first in the middle of a test.
scripts/tool.sh tools/go.mod stripe-mock >/dev/null
scripts/tool.sh tools/s3/go.mod versitygw >/dev/null

missing=()
# pdfinfo, pdftotext and pdftoppm look at what the print page prints.
command -v pdftoppm >/dev/null 2>&1 || missing+=(poppler-utils)
scripts/chromium.sh whole >/dev/null 2>&1 || missing+=(chromium)
# Half the work of a whole browser; elsewhere than on Debian the tests do without it.
if [ -z "${CHROMIUM:-}" ] && apt-cache show chromium-headless-shell >/dev/null 2>&1; then
  command -v chromium-headless-shell >/dev/null 2>&1 || missing+=(chromium-headless-shell)
fi
scripts/postgres-bin.sh >/dev/null 2>&1 || missing+=(postgresql)
# The pooler that a test puts before PostgreSQL; elsewhere than on Debian that test is skipped.
if apt-cache show pgbouncer >/dev/null 2>&1; then
  command -v pgbouncer >/dev/null 2>&1 || [ -x /usr/sbin/pgbouncer ] || missing+=(pgbouncer)
fi
# systemd-analyze judges the unit that `kirana install` writes; elsewhere than on Debian that test is skipped.
if apt-cache show systemd >/dev/null 2>&1; then
  command -v systemd-analyze >/dev/null 2>&1 || missing+=(systemd)
fi
# The race detector links with the C compiler.
command -v gcc >/dev/null 2>&1 || missing+=(gcc libc6-dev)
# Records what the shop writes and syncs; elsewhere than on Debian that long test is skipped.
if [ -n "${KIRANA_TEST_LONG:-}" ] && apt-cache show strace >/dev/null 2>&1; then
  command -v strace >/dev/null 2>&1 || missing+=(strace)
fi
# A whole Debian that the long tests install the shop in.
if [ -n "${KIRANA_TEST_LONG:-}" ] && [ "$(id -u)" -eq 0 ] && apt-cache show debootstrap >/dev/null 2>&1; then
  command -v debootstrap >/dev/null 2>&1 || missing+=(debootstrap)
fi
if [ "$(id -u)" -eq 0 ]; then
  # PostgreSQL refuses to run as root, so the tests start it as another user.
  command -v setpriv >/dev/null 2>&1 || missing+=(util-linux)
fi
[ "${#missing[@]}" -gt 0 ] || exit 0

as_root=()
if ! command -v apt-get >/dev/null 2>&1; then
  echo "The tests need ${missing[*]} (Debian's names). Please install them with this system's package manager." >&2
  exit 1
elif [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null 2>&1; then
    echo "The tests need ${missing[*]}. Please run as administrator: apt-get install ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi
echo "Installing ${missing[*]}"
"${as_root[@]}" apt-get update -q
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}"
