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

# GitHub takes 65536 characters at most.
body=$(printf '%s\n%s\n' "$mark" "$(head -c 60000 "$report")")
comments="repos/$GITHUB_REPOSITORY/issues/$pull_request/comments"

comment() {
  # The token of a workflow has no user, and writes as this one.
  login=$(gh api user --jq .login 2>/dev/null) || login='github-actions[bot]'
  # One comment a pull request: the next run replaces what the last one said, and nobody else's words.
  own=".user.login == \"$login\" and (.body | startswith(\"$mark\"))"
  earlier=$(gh api --paginate "$comments" --jq ".[] | select($own) | .id") || return 1
  earlier=${earlier%%$'\n'*}
  if [ -n "$earlier" ]; then
    gh api --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$earlier" -f "body=$body" >/dev/null
  else
    gh api --method POST "$comments" -f "body=$body" >/dev/null
  fi
}

# The token of a pull request from a fork may not write. That is no fault of the tests.
comment || echo "::warning::The Sandgate report could not be put into a comment: does the job have 'pull-requests: write'?"
