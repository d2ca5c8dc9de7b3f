#!/usr/bin/env node
// Written for any Node: one that is too old must get this far to be told.
var parts = process.versions.node.split('.').map(Number)
var isFit =
  parts[0] >= 24 || (parts[0] === 22 && parts[1] >= 13) || (parts[0] === 20 && parts[1] >= 19)
if (isFit) require('../dist/cli.cjs')
else {
  console.error(
    'error: Sandgate needs Node 20.19, 22.13 or 24 and later; this is Node ' +
      process.versions.node +
      '. Install a newer one from https://nodejs.org',
  )
  process.exitCode = 1
}
