/**
 * A side-effect import that must come first: it gives an outdated Node the same message as
 * bin/sandgate.js, instead of a syntax or API error.
 */
const { node } = process.versions
const [major = 0, minor = 0] = node.split('.').map(Number)
const isFit = major >= 24 || (major === 22 && minor >= 13) || (major === 20 && minor >= 19)
if (!isFit) {
  const needs = `Sandgate needs Node 20.19, 22.13 or 24 and later; this is Node ${node}`
  throw new Error(`${needs}. Install a newer one from https://nodejs.org`)
}
