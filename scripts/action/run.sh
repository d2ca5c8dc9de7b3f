#!/usr/bin/env bash
# Runs the tests against a sandbox of their own. `exec` writes the job summary itself.
set -euo pipefail

if [ -z "${SANDGATE_COMMAND:-}" ]; then
  echo "::error::Sandgate needs a command, such as: npm test"
  exit 2
fi

report="${RUNNER_TEMP:-/tmp}/sandgate-report.md"
echo "report=$report" >>"${GITHUB_OUTPUT:-/dev/null}"

arguments=(exec --report "$report" --fail-on "${SANDGATE_FAIL_ON:-error}")
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

exec npx --yes "sandgate${SANDGATE_VERSION:+@$SANDGATE_VERSION}" "${arguments[@]}" -- bash -c "$SANDGATE_COMMAND"
