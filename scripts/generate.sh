#!/usr/bin/env bash
# Writes the generated files, each from its source:
#   openapi.yaml               the calls, from the Go code
#   web/src/schema.d.ts        the web app's types of the calls, from openapi.yaml
#   web/src/routeTree.gen.ts   the web app's routes, from web/src/routes; the build writes it
# `make` has built bin/kirana before. With --check it writes nothing and fails when one of them is not what its source makes.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "${1:-}" != --check ]; then
  mkdir -p .cache
  bin/kirana openapi >.cache/openapi.yaml
  mv .cache/openapi.yaml openapi.yaml
  (cd web && npm run --silent generate)
  exit 0
fi

fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
stale=false
compare() {
  diff -u --label "$1 as it is" --label "$1 as its source makes it" "$1" "$2" | head -n 60 || stale=true
}
bin/kirana openapi >"$fresh/openapi.yaml"
compare openapi.yaml "$fresh/openapi.yaml"
(cd web && npx --no-install openapi-typescript ../openapi.yaml -o "$fresh/schema.d.ts" >/dev/null)
compare web/src/schema.d.ts "$fresh/schema.d.ts"

# The build writes the routes where they are. When nothing else differs from the commit, the commit's were stale.
routes=web/src/routeTree.gen.ts
if [ "$(git status --porcelain | cut -c4-)" = "$routes" ]; then
  git diff -- "$routes" | head -n 60
  stale=true
fi

if $stale; then
  echo "Generated files are not current: run 'make generate' and commit them."
  exit 1
fi
