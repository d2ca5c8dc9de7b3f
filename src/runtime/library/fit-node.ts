/**
 * Imported for what it does, and before anything else: a Node that is too old is told so, as
 * bin/sandgate.js tells it, rather than by the first thing that it does not have.
 */
const { node } = process.versions
const [major = 0, minor = 0] = node.split('.').map(Number)
const isFit = major >= 24 || (major === 22 && minor >= 13) || (major === 20 && minor >= 19)
if (!isFit) {
  const needs = `Sandgate needs Node 20.19, 22.13 or 24 and later; this is Node ${node}`
  throw new Error(`${needs}. Install a newer one from https://nodejs.org`)
}
