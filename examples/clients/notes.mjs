import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** A real shop has a database. This one notes nothing unless it is given a folder. */
const folder = process.env.SANDGATE_SCRATCH

/**
 * What is noted here is there after a crash.
 * @param {string} name
 */
export function notebook(name) {
  const file = folder && path.join(folder, name)
  /** @type {Map<string, any>} */
  const notes = new Map(Object.entries(file ? stored(file) : {}))
  return {
    /** @param {string} reference */
    get: (reference) => notes.get(reference) ?? {},
    all: () => Object.fromEntries(notes),
    /**
     * On disk before it returns, and never half of it.
     * @param {string} reference
     * @param {object} note
     */
    put(reference, note) {
      notes.set(reference, note)
      if (file === undefined) return
      writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(notes)), { flush: true })
      renameSync(`${file}.new`, file)
    },
  }
}

/**
 * Keeps the first value that anybody gives for a name, even if two processes do so at once. In your
 * shop: a unique column.
 * @param {string} name
 * @param {string} value
 */
export function reserve(name, value) {
  if (folder === undefined) return value
  const file = path.join(folder, `${encodeURIComponent(name)}.reserved`)
  const own = `${file}.${process.pid}`
  writeFileSync(own, value, { flush: true })
  try {
    linkSync(own, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(own)
  }
  return readFileSync(file, 'utf8')
}

/** @param {string} file */
function stored(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw error
  }
}
