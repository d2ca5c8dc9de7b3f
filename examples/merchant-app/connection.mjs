/** The response does not say whether the request was processed. */
export class LostResponse extends Error {
  /**
   * @param {string} message
   * @param {{ retryAfter?: number, cause?: unknown }} [more] for how many seconds the gateway asks to be left alone
   */
  constructor(message, { retryAfter = 0, cause } = {}) {
    super(message, { cause })
    this.retryAfter = retryAfter
  }
}

/** The gateway did not accept the request, so nothing was processed. */
export class RefusedRequest extends Error {}

/**
 * 408: it may have arrived. 409: the gateway has this id already, perhaps because something between
 * sent the request again. 429: a proxy says that too, whatever happened to the request.
 */
const mayBeProcessed = [408, 409, 429]

/** The gateway over HTTP. Every response is a body, a lost one or a refusal: there is nothing else. */
export class Connection {
  #api
  #patience

  /**
   * @param {string} api
   * @param {number} [patience] in milliseconds
   */
  constructor(api, patience = 30_000) {
    this.#api = api
    this.#patience = patience
  }

  /** @param {string} path */
  get(path) {
    return this.#ask(path, {})
  }

  /**
   * @param {string} path
   * @param {object} body
   * @param {string} correlationId
   */
  post(path, body, correlationId) {
    return this.#ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-correlation-id': correlationId },
      body: JSON.stringify(body),
    })
  }

  /**
   * @param {string} path
   * @param {RequestInit} request
   * @returns {Promise<unknown>}
   */
  async #ask(path, request) {
    const { status, retryAfter, body } = await this.#fetch(path, request)
    if (status >= 500 || mayBeProcessed.includes(status)) {
      throw new LostResponse(`The gateway responded with ${status}`, { retryAfter })
    }
    if (status >= 400) throw new RefusedRequest(`The gateway refused with ${status}`)
    return body
  }

  /**
   * A timeout, a broken connection and half a response all end here.
   * @param {string} path
   * @param {RequestInit} request
   */
  async #fetch(path, request) {
    try {
      const signal = AbortSignal.timeout(this.#patience)
      const response = await fetch(`${this.#api}${path}`, { ...request, signal })
      const retryAfter = secondsOf(response.headers.get('retry-after'))
      return { status: response.status, retryAfter, body: await response.json() }
    } catch (cause) {
      throw new LostResponse('The gateway gave no usable response', { cause })
    }
  }
}

/**
 * `Retry-After` gives seconds or a date, and may be missing.
 * @param {string | null} text
 */
function secondsOf(text) {
  const seconds = Number(text ?? 0)
  if (!Number.isNaN(seconds)) return seconds
  return Math.max(0, (Date.parse(text ?? '') - Date.now()) / 1000) || 0
}
