import { type ControlClient, controlClient } from '../client/control-client.ts'
import type { ControlTarget } from '../client/control-connection.ts'
import { ControlError } from '../client/control-error.ts'
import { scenarioNames } from '../client/scenario-names.ts'
import { unknownNames } from '../document/nearest-word.ts'
import type { RuleAnswer } from '../http/contract/control/calls/rules.ts'
import { LONGEST_LIST } from '../http/contract/control/control-call.ts'
import type {
  PartOptions,
  RequestOptions,
  RuleHandle,
  Sandbox,
  SandboxClock,
  SandboxScenarios,
  SandboxSnapshots,
  SettleOptions,
} from './sandbox.ts'
import { portableScenario } from './scenarios/portable-scenario.ts'
import { isScenarioFile } from './scenarios/scenario-source.ts'

interface FaceParts {
  /** Where the control API is, whatever the outside calls the sandbox. */
  readonly target: ControlTarget
  readonly url: string
  readonly close: () => Promise<void>
  /** What closing the face of a named world does to it. */
  readonly closeWorld: (client: ControlClient, name: string) => Promise<void>
}

/** The library's view of a sandbox: what the command line can do too, and by the same calls. */
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
    clock: clockFace(client),
    scenarios: scenarioFace(client),
    snapshot: snapshotFace(client),
    settle: async (what) => (await client.settle(settleBody(what))).settled,
    requests: async (filter) => (await client.requests(requestFilter(filter))).requests,
    seed: (what) => client.seed(what),
    report: (part) => client.report(partQuery(part)),
    coverage: (part) => client.coverage(partQuery(part)),
    stories: async (what = {}) => {
      const { verdict, limit, ...part } = what
      return (await client.stories({ ...partQuery(part), verdict, limit })).stories
    },
    reset: async ({ label } = {}) => {
      await client.reset(label === undefined ? {} : { label })
    },
    async world(name) {
      await client.createWorld(name)
      return worldFace(parts, name)
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

function clockFace(client: ControlClient): SandboxClock {
  return {
    now: async () => (await client.clock()).now,
    advance: (by) => client.advance({ by }),
    set: (to) => client.changeClock({ now: typeof to === 'string' ? to : to.toISOString() }),
    freeze: () => client.changeClock({ mode: 'frozen' }),
    resume: () => client.changeClock({ mode: 'running' }),
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

function partQuery({ sinceReset }: PartOptions = {}) {
  return sinceReset ? ({ chapter: 'current' } as const) : {}
}

function settleBody(what: SettleOptions = {}) {
  refuseUnknown(what, ['audits', 'status', 'responseCode'])
  const { audits, responseCode, ...others } = what
  return {
    ...others,
    ...(audits === undefined ? { all: true } : { audits: [...audits] }),
    ...(responseCode !== undefined && { response_code: responseCode }),
  }
}

function requestFilter(what: RequestOptions = {}) {
  refuseUnknown(what, ['since', 'limit', 'operation', 'status', 'correlationId'])
  const { correlationId, ...filter } = what
  return { ...filter, ...(correlationId !== undefined && { correlation_id: correlationId }) }
}

/** Refused rather than ignored, and by the library's own names: `audit` is not `audits`. */
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
