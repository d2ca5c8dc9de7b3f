import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { startSandbox } from 'sandgate'

/**
 * @typedef {import('sandgate').RuleDocument} RuleDocument
 *
 * What these tests use of a sandbox.
 * @typedef {object} World
 * @property {string} api
 * @property {(rule: RuleDocument) => Promise<unknown>} rule
 * @property {(by: string) => Promise<unknown>} advance
 * @property {(operation: 'purchase' | 'search') => Promise<number>} countCalls
 * @property {() => Promise<number>} countPaid how many transactions are approved
 * @property {() => Promise<unknown>} reset
 * @property {() => Promise<unknown>} close
 *
 * @typedef {{ requests: unknown[], transactions: unknown[] }} ControlAnswer
 */

/**
 * Test files run at the same time, so each has a world of its own: in the sandbox of
 * `sandgate exec` where these tests run under it, else in one that is started here.
 * @param {string} file
 * @returns {Promise<World>}
 */
export async function openWorld(file) {
  const name = path.basename(fileURLToPath(file), '.test.mjs')
  const { SANDGATE_URL } = process.env
  return SANDGATE_URL === undefined ? await ownWorld(name) : givenWorld(SANDGATE_URL, name)
}

/**
 * Through the library.
 * @param {string} name
 * @returns {Promise<World>}
 */
async function ownWorld(name) {
  const sandbox = await startSandbox()
  const { url, api, scenarios, clock, requests, reset } = await sandbox.world(name)
  return {
    api,
    rule: scenarios.rule,
    advance: clock.advance,
    countCalls: async (operation) => (await requests({ operation })).length,
    countPaid: () => countPaid(url),
    reset,
    close: sandbox.close,
  }
}

/**
 * By the control API, which a test suite in any language can call.
 * @param {string} sandboxUrl
 * @param {string} name
 * @returns {World}
 */
function givenWorld(sandboxUrl, name) {
  const url = `${sandboxUrl}/w/${name}`
  return {
    api: `${url}/v1`,
    rule: (rule) => control(url, 'POST /rules', rule),
    advance: (by) => control(url, 'POST /clock/advance', { by }),
    async countCalls(operation) {
      return (await control(url, `GET /requests?operation=${operation}`)).requests.length
    },
    countPaid: () => countPaid(url),
    reset: () => control(url, 'POST /reset'),
    close: async () => undefined,
  }
}

/** @param {string} url */
async function countPaid(url) {
  return (await control(url, 'GET /transactions?status=approved')).transactions.length
}

/**
 * @param {string} url
 * @param {string} call
 * @param {unknown} [body]
 * @returns {Promise<ControlAnswer>}
 */
async function control(url, call, body) {
  const [method = '', path] = call.split(' ')
  const response = await fetch(`${url}/_sandbox${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${call} answered ${response.status}: ${await response.text()}`)
  return /** @type {ControlAnswer} */ (await response.json())
}
