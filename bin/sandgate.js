#!/usr/bin/env node
// Written for any Node: one that is too old must get this far to be told.
var parts = process.versions.node.split('.').map(Number)
var isFit =
  parts[0] >= 24 || (parts[0] === 22 && parts[1] >= 13) || (parts[0] === 20 && parts[1] >= 19)
if (isFit) run()
else {
  fail(
    'error: Sandgate needs Node 20.19, 22.13 or 24 and later; this is Node ' +
      process.versions.node +
      '. Install a newer one from https://nodejs.org',
  )
}

function run() {
  try {
    require('../dist/cli.cjs')
  } catch (error) {
    // A clone in which nothing is installed yet; npx tries to run that too.
    if (String(error).indexOf("Cannot find module '../dist/cli.cjs'") < 0) throw error
    fail('error: Sandgate is not built. In a clone of its repository, run npm ci first')
  }
}

function fail(message) {
  console.error(message)
  process.exitCode = 1
}
