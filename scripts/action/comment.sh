#!/usr/bin/env bash
# Puts a report into one comment on a pull request: comment.sh <report file> <pull request>
set -euo pipefail

report=$1
pull_request=$2
mark='<!-- sandgate-report -->'

if [ ! -s "$report" ]; then
  echo "::warning::There is no Sandgate report to comment with"
  exit 0
fi

body=$(printf '%s\n%s\n' "$mark" "$(cat "$report")")
comments="repos/$GITHUB_REPOSITORY/issues/$pull_request/comments"
# One comment a pull request: the next run replaces what the last one said.
earlier=$(gh api --paginate "$comments" --jq ".[] | select(.body | startswith(\"$mark\")) | .id" | head -n 1)
if [ -n "$earlier" ]; then
  gh api --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$earlier" -f "body=$body" >/dev/null
else
  gh api --method POST "$comments" -f "body=$body" >/dev/null
fi
