import { X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import { unknownNames } from '../../base/text/nearest-word.ts'
import {
  type ControlClient,
  controlClient,
  scenarioNames,
} from '../../control/client/control-client.ts'
import type { ControlTarget } from '../../control/client/control-connection.ts'
import { asTooFew, ControlError } from '../../control/client/control-error.ts'
import type { Trust } from '../../control/client/direct-fetch.ts'
import type { RuleResponse } from '../../control/contract/calls/scenarios.ts'
import { LONGEST_LIST } from '../../control/contract/control-call.ts'
import { camelCase, type Filters } from '../../control/lists/filter.ts'
import {
  customerFilters,
  paymentFilters,
  requestFilters,
  transactionFilters,
} from '../../control/lists/lists.ts'
import type { Settings } from '../config/settings.ts'
import { readNamed, unreadable } from '../named-file.ts'
import type { Running } from '../running.ts'
import { portableScenario } from '../scenarios/scenario-file.ts'
import { isScenarioFile } from '../scenarios/scenario-source.ts'
import type {
  CustomerOptions,
  PartOptions,
  PaymentOptions,
  RequestFilter,
  RuleHandle,
  Sandbox,
  TransactionOptions,
  WaitOptions,
} from './sandbox.ts'

interface SandboxParts {
  /** The address of the control API, whatever the public address is. */
  readonly target: ControlTarget
  readonly url: string
  readonly ca: string | undefined
  readonly close: () => Promise<void>
  /** What closing a named world does to it. */
  readonly closeWorld: (client: ControlClient, name: string) => Promise<void>
}

/** The control API of a sandbox in this process. Loads the TLS code only if it is needed. */
export async function ownTarget(
  { localUrl: url, certificate }: Running,
  { controlToken: token }: Settings,
): Promise<ControlTarget> {
  if (certificate === undefined) return { url, token }
  const { trustInOwn } = await import('./client-sandbox.ts')
  return { url, token, trust: trustInOwn(certificate) }
}

/** The library's sandbox, or one of its worlds; it makes the same control calls as the command line. */
export function sandboxAt(parts: SandboxParts, world?: string): Sandbox {
  const client = controlClient({ ...parts.target, world })
  const isNamed = world !== undefined && world !== 'default'
  const url = isNamed ? `${parts.url}/w/${world}` : parts.url
  const close = world === undefined ? parts.close : () => parts.closeWorld(client, world)
  return {
    url,
    api: `${url}/v1`,
    dashboard: `${url}/_sandbox`,
    ca: parts.ca,
    clock: {
      now: async () => (await client.clock()).now,
      advance: (by) => client.advance(by === 'next' ? { to: by } : { by }),
      set: (to) => client.changeClock({ now: typeof to === 'string' ? to : to.toISOString() }),
      freeze: () => client.changeClock({ mode: 'frozen' }),
      resume: () => client.changeClock({ mode: 'running' }),
      upcoming: async () => (await client.upcoming()).scheduled,
    },
    scenarios: {
      async load(scenario) {
        const isFile = typeof scenario === 'string' && isScenarioFile(scenario)
        return await client.loadScenario(
          isFile
            ? (await portableScenario(scenario, () => scenarioNames(client))).document
            : scenario,
        )
      },
      unload: (name) => client.unloadScenario(name),
      rule: async (rule) => ruleHandle(client, await client.addRule(rule)),
      list: () => client.scenarios(),
    },
    snapshot: {
      save: (name) => client.saveSnapshot(name),
      load: (name) => client.restoreSnapshot(name),
      list: async () => (await client.snapshots({ limit: LONGEST_LIST })).snapshots,
      async remove(name) {
        await client.removeSnapshot(name)
      },
    },
    async settle(what = {}) {
      const body = await checkedBody('settle', what)
      const given = what.audits === undefined ? { all: true, ...body } : body
      return { refused: [], ...(await client.settle(given)) }
    },
    resolve: async (what) => await client.resolve(await checkedBody('resolve', what)),
    return: async (what) => await client.return(await checkedBody('return', what)),
    async expire(what = {}) {
      const body = await checkedBody('expire', what)
      return await client.expire(what.ids === undefined ? { all: true } : body)
    },
    seed: async (what = {}) => await client.seed(await checkedBody('seed', what)),
    async reset(options = {}) {
      await client.reset(await checkedBody('reset', options))
    },
    async requests(filter = {}) {
      return (await client.requests(bodyOf(filter, [...requestNames, ...pageNames]))).requests
    },
    waitForRequests: (filter, wait) => waitForRequests(client, filter, wait),
    async transactions(filter = {}) {
      const query = bodyOf(filter, [...transactionNames, ...pageNames])
      return (await client.transactions(query)).transactions
    },
    transaction: (audit) => client.transaction(audit),
    async customers(filter = {}) {
      return (await client.customers(bodyOf(filter, [...customerNames, ...pageNames]))).customers
    },
    customer: (id) => client.customer(id),
    report: (part) => client.report(partQuery(part)),
    reconcile: (orders) => client.reconcile({ orders: [...orders] }),
    coverage: (part) => client.coverage(partQuery(part)),
    async payments(filter = {}) {
      refuseUnknown(filter, ['sinceReset', ...paymentNames, ...pageNames])
      const { sinceReset = false, ...query } = filter
      const { payments } = await client.payments({
        ...partQuery({ sinceReset }),
        ...inSnakeCase(query),
      })
      return payments
    },
    async world(name) {
      await client.createWorld(name)
      return sandboxAt(parts, name)
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

function partQuery({ sinceReset }: PartOptions = {}) {
  return sinceReset ? ({ test: 'current' } as const) : {}
}

async function waitForRequests(
  client: ControlClient,
  filter: RequestFilter = {},
  wait: WaitOptions = {},
) {
  refuseUnknown(wait, ['count', 'timeout'])
  try {
    const body = { filter: bodyOf(filter, requestNames), ...wait }
    return (await client.waitForRequests(body)).requests
  } catch (error) {
    throw asTooFew(error)
  }
}

function ruleHandle(client: ControlClient, { id, name }: RuleResponse): RuleHandle {
  return {
    id,
    name,
    async hits() {
      const { rules } = await client.rules()
      return rules.find((rule) => rule.id === id)?.hits ?? 0
    },
    async remove() {
      await client.removeRule(name)
    },
  }
}

/** The names of a list's filters, in the library's spelling. */
const requestNames = namesOf<RequestFilter>(requestFilters)
const transactionNames = namesOf<TransactionOptions>(transactionFilters)
const customerNames = namesOf<CustomerOptions>(customerFilters)
const paymentNames = namesOf<PaymentOptions>(paymentFilters)
const pageNames = ['limit', 'after'] as const

function namesOf<Options>(all: Filters) {
  return Object.keys(all).map(camelCase) as (keyof Options & string)[]
}

/** The body of a call, whose fields are those of its schema. */
async function checkedBody<Options extends object>(
  call: 'settle' | 'resolve' | 'return' | 'expire' | 'seed' | 'reset',
  given: Options,
): Promise<InSnakeCase<Options>> {
  // Loaded when one is first called, since zod takes time.
  const bodies = await import('../../control/contract/calls/bodies.ts')
  const known = Object.keys(bodies[`${call}Body`].shape).filter((name) => name !== 'all')
  return bodyOf(given, known.map(camelCase) as (keyof Options & string)[])
}

type SnakeCase<Name> = Name extends `${infer Head}${infer Rest}`
  ? Head extends Lowercase<Head>
    ? `${Head}${SnakeCase<Rest>}`
    : `_${Lowercase<Head>}${SnakeCase<Rest>}`
  : Name

type InSnakeCase<Value> = {
  -readonly [Name in keyof Value as SnakeCase<Name>]: Value[Name] extends
    | readonly (infer Item)[]
    | undefined
    ? Item[]
    : Value[Name]
}

function bodyOf<Value extends object>(
  value: Value,
  known: readonly (keyof Value & string)[],
): InSnakeCase<Value> {
  refuseUnknown(value, known)
  return inSnakeCase(value)
}

/** Options in the control API's spelling: `responseCode` is `response_code`. */
function inSnakeCase<Value extends object>(value: Value): InSnakeCase<Value> {
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(members.map(([name, member]) => [snakeCase(name), member])) as never
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Refuses unknown members by the library's own names: `audit` is not `audits`. */
function refuseUnknown(given: object, known: readonly string[]): void {
  const errors = Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      error_code: 'invalid_format',
      error_message: unknownNames([name], known),
      location: ['body'],
    }))
  if (errors.length > 0) throw new ControlError(422, errors)
}

/** Trusts only the sandbox with this certificate, whatever host names it lists. */
export function trustInOwn(certificate: string): Trust {
  const own = new X509Certificate(certificate).fingerprint256
  return {
    ca: certificate,
    allowPartialTrustChain: true,
    checkServerIdentity: (_host, { fingerprint256 }) =>
      fingerprint256 === own ? undefined : new Error('Another server has taken its port'),
  }
}

/** Trusts the authority in this file as well as those that Node trusts. */
export async function trustInFile(file: string): Promise<Trust> {
  try {
    return { ca: [...rootCertificates, ...(await extraAuthorities()), await readNamed(file)] }
  } catch (cause) {
    throw unreadable('certificate', file, cause, "pass the sandbox's ca file")
  }
}

/** The certificates of NODE_EXTRA_CA_CERTS; if they cannot be read, Node itself warns. */
async function extraAuthorities(): Promise<readonly string[]> {
  const { NODE_EXTRA_CA_CERTS: file } = process.env
  if (!file) return []
  return await readNamed(file).then(
    (text) => [text],
    () => [],
  )
}
