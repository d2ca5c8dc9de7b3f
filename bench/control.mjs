import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'

/**
 * What the bench reads of an answer.
 * @typedef {{ fired?: readonly unknown[] }} ControlResponse
 */

/**
 * Puts a state document in place of what a sandbox holds.
 * @param {string} url @param {string} file
 */
export async function importState(url, file) {
  const response = await fetch(`${url}/_sandbox/state`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: Readable.toWeb(createReadStream(file)),
    duplex: 'half',
  })
  if (!response.ok) throw new Error(`The import failed: ${await response.text()}`)
}

/**
 * Asks a sandbox's own API, and says how long that took.
 * @param {string} url @param {string} method @param {string} path @param {unknown} [body]
 */
export async function control(url, method, path, body) {
  const startedAt = performance.now()
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const answer = /** @type {ControlResponse} */ (await response.json())
  const ms = performance.now() - startedAt
  if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
  return { answer, ms }
}
