#!/usr/bin/env bash
# Serves the demo shop and, beside it, the web app as it is being edited; both end with Ctrl-C.
set -euo pipefail
cd "$(dirname "$0")/.."

address=${KIRANA_ADDR:-127.0.0.1:8080}
bin/kirana serve --demo &
shop=$!
trap 'kill "$shop" 2>/dev/null || true; wait "$shop" 2>/dev/null || true' EXIT
cd web
KIRANA_DEV_SHOP="http://$address" npm run dev
