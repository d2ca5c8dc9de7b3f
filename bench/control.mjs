/**
 * What the bench reads of an answer.
 * @typedef {{ fired?: readonly unknown[] }} ControlAnswer
 */

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
  const answer = /** @type {ControlAnswer} */ (await response.json())
  const ms = performance.now() - startedAt
  if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
  return { answer, ms }
}
