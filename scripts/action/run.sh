#!/usr/bin/env bash
# Runs the tests against their own sandbox. `exec` writes the job summary itself.
set -euo pipefail

if [ -z "${SANDGATE_COMMAND:-}" ]; then
  echo "::error::Sandgate needs a command, such as: npm test"
  exit 2
fi

folder="${RUNNER_TEMP:-/tmp}"
report="$folder/sandgate-report.md"
json="$folder/sandgate-report.json"
printf 'report=%s\njson=%s\n' "$report" "$json" >>"${GITHUB_OUTPUT:-/dev/null}"

# Whoever pins this action gets the program of the same version.
own=$(node -p 'require(process.argv[1]).version' "$(cd "$(dirname "$0")/../.." && pwd)/package.json")
case "${SANDGATE_VERSION:=$own}" in
  installed) sandgate=(npx --no-install sandgate) ;;
  *) sandgate=(npx --yes "sandgate@$SANDGATE_VERSION") ;;
esac
arguments=(exec --report "$report" --report "$json" --fail-on "${SANDGATE_FAIL_ON:-error}")
[ -z "${SANDGATE_REPORT:-}" ] || arguments+=(--report "$SANDGATE_REPORT")
[ -z "${SANDGATE_MIN_COVERAGE:-}" ] || arguments+=(--min-coverage "$SANDGATE_MIN_COVERAGE")
# These are the words of a command line: quotes keep words together, and nothing is expanded.
if [ -n "${SANDGATE_OPTIONS:-}" ]; then
  if ! words=$(printf '%s' "$SANDGATE_OPTIONS" | xargs -n 1 printf '%s\n'); then
    echo "::error::The options have a quote that does not end: $SANDGATE_OPTIONS"
    exit 2
  fi
  while IFS= read -r word; do arguments+=("$word"); done <<<"$words"
fi

rm -f "$report" "$json"
code=0
"${sandgate[@]}" "${arguments[@]}" -- bash -c "$SANDGATE_COMMAND" || code=$?

earlier=${SANDGATE_COMPARE_WITH:-}
[ -n "$earlier" ] && [ -s "$json" ] || exit "$code"
# The first run of all has nothing to be compared with.
if [ ! -e "$earlier" ]; then
  echo "::warning::There is no earlier report $earlier, so nothing is compared"
  exit "$code"
fi
compared=0
"${sandgate[@]}" compare "$earlier" "$json" --format markdown >"$folder/sandgate-compared.md" || compared=$?
cat "$folder/sandgate-compared.md" >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
# What changed comes first in the comment, which may have to be cut, and has its only heading.
sed '1s/^### \(.*\)/**\1**/' "$report" >>"$folder/sandgate-compared.md"
mv "$folder/sandgate-compared.md" "$report"
[ "$code" -ne 0 ] || code=$compared
exit "$code"
