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
# Split at spaces: these are the words of a command line.
# shellcheck disable=SC2206
[ -z "${SANDGATE_OPTIONS:-}" ] || arguments+=($SANDGATE_OPTIONS)

exec npx --yes "sandgate${SANDGATE_VERSION:+@$SANDGATE_VERSION}" "${arguments[@]}" -- bash -c "$SANDGATE_COMMAND"
