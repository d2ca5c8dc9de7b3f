import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * @typedef {import('./gateway.mjs').Transaction} Transaction
 *
 * What a shop knows of a payment: the id of the request that is under way, or what came of it.
 * @typedef {{ correlationId?: string | undefined, transaction?: Transaction }} Note
 */

/** A real shop has a database. This one notes nothing unless it is given a folder. */
const folder = process.env.SANDGATE_SCRATCH
const file = folder && path.join(folder, 'notes.json')

/** @type {Map<string, Note>} */
const notes = new Map(Object.entries(file ? stored(file) : {}))

/**
 * What is known of the payment of this reference, also after a crash.
 * @param {string} reference
 * @returns {Note}
 */
export function noted(reference) {
  return notes.get(reference) ?? {}
}

/**
 * On disk before it returns, and never half of it.
 * @param {string} reference
 * @param {Note} note
 */
export function note(reference, note) {
  notes.set(reference, note)
  if (file === undefined) return
  writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(notes)), { flush: true })
  renameSync(`${file}.new`, file)
}

/**
 * @param {string} file
 * @returns {Record<string, Note>}
 */
function stored(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw error
  }
}
