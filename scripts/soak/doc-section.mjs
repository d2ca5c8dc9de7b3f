import { readFileSync, writeFileSync } from 'node:fs'

const page = new URL('../../docs/internals/reliability.md', import.meta.url)

/**
 * Rewrites one part of docs/internals/reliability.md, between the comments that name it.
 * @param {string} name
 * @param {string} text
 */
export function writeSection(name, text) {
  writeFileSync(page, withSection(readFileSync(page, 'utf8'), name, text))
}

/** @param {string} whole @param {string} name @param {string} text */
function withSection(whole, name, text) {
  const [start, end] = [`<!-- ${name}: generated -->\n`, `<!-- end of ${name} -->\n`]
  const [from, to] = [whole.indexOf(start), whole.indexOf(end)]
  if (from < 0 || to < from)
    throw new Error(`There is no part for ${name} in docs/internals/reliability.md`)
  return `${whole.slice(0, from + start.length)}\n${text.trim()}\n\n${whole.slice(to)}`
}

/** @param {readonly (readonly string[])[]} rows The first one is the head. */
export function table([head = [], ...rows]) {
  const line = (/** @type {readonly string[]} */ cells) => `| ${cells.join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}
