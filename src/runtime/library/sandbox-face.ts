import { type ControlClient, controlClient, scenarioNames } from '../../client/control-client.ts'
import type { ControlTarget } from '../../client/control-connection.ts'
import { asTooFew } from '../../client/control-error.ts'
import type { RuleAnswer } from '../../http/contract/control/calls/scenarios.ts'
import { LONGEST_LIST } from '../../http/contract/control/control-call.ts'
import { portableScenario } from '../scenarios/scenario-file.ts'
import { isScenarioFile } from '../scenarios/scenario-source.ts'
import { bodyOf, refuseUnknown, requestMembers } from './library-spelling.ts'
import type {
  PartOptions,
  RequestFilter,
  RuleHandle,
  Sandbox,
  SandboxClock,
  SandboxScenarios,
  SandboxSnapshots,
  WaitOptions,
} from './sandbox.ts'

export interface FaceParts {
  /** The address of the control API, whatever the public address is. */
  readonly target: ControlTarget
  readonly url: string
  readonly ca: string | undefined
  readonly close: () => Promise<void>
  /** What closing a named world does to it. */
  readonly closeWorld: (client: ControlClient, name: string) => Promise<void>
}

/** The library's view of a sandbox; it makes the same control calls as the command line. */
export function sandboxFace(parts: FaceParts): Sandbox {
  return faceOf(parts, controlClient(parts.target), { url: parts.url, close: parts.close })
}

function worldFace(parts: FaceParts, name: string): Sandbox {
  const client = controlClient({ ...parts.target, world: name })
  return faceOf(parts, client, {
    url: name === 'default' ? parts.url : `${parts.url}/w/${name}`,
    close: () => parts.closeWorld(client, name),
  })
}

function faceOf(
  parts: FaceParts,
  client: ControlClient,
  { url, close }: Pick<FaceParts, 'url' | 'close'>,
): Sandbox {
  return {
    url,
    api: `${url}/v1`,
    dashboard: `${url}/_sandbox`,
    ca: parts.ca,
    clock: clockFace(client),
    scenarios: scenarioFace(client),
    snapshot: snapshotFace(client),
    ...actionFace(client),
    ...viewFace(client),
    async world(name) {
      await client.createWorld(name)
      return worldFace(parts, name)
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

function actionFace(
  client: ControlClient,
): Pick<Sandbox, 'settle' | 'resolve' | 'return' | 'expire' | 'seed' | 'reset'> {
  return {
    async settle(what = {}) {
      const body = bodyOf(what, ['audits', 'status', 'responseCode'])
      const given = what.audits === undefined ? { all: true, ...body } : body
      return { refused: [], ...(await client.settle(given)) }
    },
    resolve: async (what) =>
      await client.resolve(bodyOf(what, ['audits', 'status', 'responseCode'])),
    return: async (what) => await client.return(bodyOf(what, ['audits', 'responseCode'])),
    async expire(what = {}) {
      const body = bodyOf(what, ['ids'])
      return await client.expire(what.ids === undefined ? { all: true } : body)
    },
    seed: (what) => client.seed(what),
    async reset(options = {}) {
      refuseUnknown(options, ['label'])
      await client.reset(options)
    },
  }
}

function viewFace(
  client: ControlClient,
): Pick<
  Sandbox,
  | 'requests'
  | 'waitForRequests'
  | 'transactions'
  | 'transaction'
  | 'customers'
  | 'customer'
  | 'report'
  | 'coverage'
  | 'stories'
> {
  return {
    async requests(filter = {}) {
      return (await client.requests(bodyOf(filter, [...requestMembers, 'limit']))).requests
    },
    waitForRequests: (filter, wait) => waitForRequests(client, filter, wait),
    transactions: async (filter = {}) => (await client.transactions({ ...filter })).transactions,
    transaction: (audit) => client.transaction(audit),
    customers: async (page = {}) => (await client.customers({ ...page })).customers,
    customer: (id) => client.customer(id),
    report: (part) => client.report(partQuery(part)),
    coverage: (part) => client.coverage(partQuery(part)),
    async stories({ verdict, limit, ...part } = {}) {
      return (await client.stories({ ...partQuery(part), verdict, limit })).stories
    },
  }
}

function partQuery({ sinceReset }: PartOptions = {}) {
  return sinceReset ? ({ chapter: 'current' } as const) : {}
}

async function waitForRequests(
  client: ControlClient,
  filter: RequestFilter = {},
  wait: WaitOptions = {},
) {
  refuseUnknown(wait, ['count', 'timeout'])
  try {
    const body = { filter: bodyOf(filter, requestMembers), ...wait }
    return (await client.waitForRequests(body)).requests
  } catch (error) {
    throw asTooFew(error)
  }
}

function clockFace(client: ControlClient): SandboxClock {
  return {
    now: async () => (await client.clock()).now,
    advance: (by) => client.advance(by === 'next' ? { to: by } : { by }),
    set: (to) => client.changeClock({ now: typeof to === 'string' ? to : to.toISOString() }),
    freeze: () => client.changeClock({ mode: 'frozen' }),
    resume: () => client.changeClock({ mode: 'running' }),
    next: async () => (await client.next()).scheduled,
  }
}

function ruleHandle(client: ControlClient, { id, name }: RuleAnswer): RuleHandle {
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

function scenarioFace(client: ControlClient): SandboxScenarios {
  return {
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
  }
}

function snapshotFace(client: ControlClient): SandboxSnapshots {
  return {
    save: (name) => client.saveSnapshot(name),
    load: (name) => client.restoreSnapshot(name),
    list: async () => (await client.snapshots({ limit: LONGEST_LIST })).snapshots,
    remove: async (name) => {
      await client.removeSnapshot(name)
    },
  }
}
