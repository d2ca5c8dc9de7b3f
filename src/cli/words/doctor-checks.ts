import { commandText } from '../../base/text/command-text.ts'
import { counted, listText } from '../../base/text/counted.ts'
import { sydneyDate } from '../../domain/time/sydney-time.ts'
import type { Settings } from '../../runtime/config/settings.ts'
import { proxyVariable, withoutProxies } from '../../runtime/proxies.ts'
import type { SandboxHere } from '../../runtime/worlds/open-home.ts'

/** What was found, with the remedy if something is wrong. */
export interface MachineCheck {
  readonly name: string
  /** A warning does not stop a sandbox. */
  readonly result: 'ok' | 'warning' | 'failed'
  readonly text: string
}

/** What the checks look at. A failure is undefined if there was none. */
export interface Findings {
  readonly node: string
  readonly env: NodeJS.ProcessEnv
  /** Undefined if they cannot be read. */
  readonly settings: Pick<Settings, 'port' | 'data' | 'holidays'> | undefined
  readonly settingsFailure?: string | undefined
  readonly portFailure?: string | undefined
  /** The sandbox of this folder. */
  readonly here?: SandboxHere | undefined
  readonly hereFailure?: string | undefined
  readonly dataFailure?: string | undefined
  /** The addresses of `localhost`. */
  readonly localhost: readonly string[]
  readonly now: number
  readonly selfCheckFailure?: string | undefined
}

export function checksOf(found: Findings): readonly MachineCheck[] {
  const { node, env, settings, settingsFailure, selfCheckFailure } = found
  return [
    // An older one cannot run this.
    { name: 'Node', result: 'ok', text: node },
    check('settings', settingsFailure, 'valid'),
    ...(settings === undefined ? [] : settingChecks(settings, found)),
    proxyCheck(env),
    localhostCheck(found.localhost),
    check(
      'verdict',
      selfCheckFailure && `${selfCheckFailure}; this is a bug in Sandgate, please report it`,
      'the naive shop is reported, the careful one is not',
    ),
  ]
}

function check(name: string, failure: string | undefined, text: string): MachineCheck {
  return failure === undefined
    ? { name, result: 'ok', text }
    : { name, result: 'failed', text: failure }
}

function settingChecks(
  { port, data, holidays }: NonNullable<Findings['settings']>,
  { portFailure, here, hereFailure, dataFailure, now }: Findings,
): readonly MachineCheck[] {
  const isOurs = here !== undefined && Number(new URL(here.localUrl).port) === port
  const year = sydneyDate(now).slice(0, 4)
  const isKnownYear = holidays.some((date) => date.startsWith(year))
  return [
    isOurs
      ? check('port', undefined, `${port} is used by the sandbox of this folder`)
      : check('port', portFailure, port === 0 ? 'any free one' : `${port} is free`),
    check('sandbox', hereFailure, here ? runningText(here) : 'none runs in this folder'),
    check('data', dataFailure, data === undefined ? 'only in memory' : `${data} can be written`),
    check(
      'clock',
      isKnownYear
        ? undefined
        : `In ${year}, no holidays are known: set the clock of this machine, or a file as holidays in the config`,
      `${new Date(now).toISOString()}, ${sydneyDate(now)} in Sydney`,
    ),
  ]
}

function runningText({ url, ca, pid }: SandboxHere): string {
  return `runs at ${url} (process ${pid}); to stop it: ${commandText(['stop'], { url, ca })}`
}

function proxyCheck(env: NodeJS.ProcessEnv): MachineCheck {
  const variable = proxyVariable(env)
  if (variable === undefined) return { name: 'proxy', result: 'ok', text: 'none is set' }
  const { NO_PROXY = '', no_proxy = '' } = env
  const isExcluded = /(?:^|[\s,])(?:\*|127\.0\.0\.1)(?:[\s,]|$)/.test(`${NO_PROXY},${no_proxy}`)
  return isExcluded
    ? { name: 'proxy', result: 'ok', text: `${variable} is set, without 127.0.0.1` }
    : {
        name: 'proxy',
        result: 'warning',
        text: `${variable} is set. exec and sweep exclude this machine from it; for start, set NO_PROXY=${withoutProxies(env).NO_PROXY}`,
      }
}

function localhostCheck(addresses: readonly string[]): MachineCheck {
  const name = 'localhost'
  if (addresses[0]?.startsWith('127.')) return { name, result: 'ok', text: addresses.join(', ') }
  const what = addresses.length === 0 ? 'has no address' : `is ${listText(addresses, 'and')}`
  return { name, result: 'warning', text: `${what}: use 127.0.0.1 in the base URL` }
}

/** What arrived while a command ran. */
export interface CommandRequests {
  readonly requests: number
  readonly apiRequests: number
  /** The requests of each `User-Agent`. */
  readonly agents: ReadonlyMap<string, number>
  readonly exitCode: number
  /** Why the command could not be started. */
  readonly failure?: string | undefined
  readonly api: string
  /** What to try if nothing arrived. */
  readonly advice: readonly string[]
}

export function commandCheck(arrived: CommandRequests): MachineCheck {
  const { requests, apiRequests, agents, exitCode, failure, api, advice } = arrived
  if (failure !== undefined) return check('command', failure, '')
  const ended = exitCode === 0 ? [] : [`the command ended with ${exitCode}: run it alone first`]
  if (requests === 0) {
    const none = [`No request arrived at ${api}`, ...ended].join('; ')
    return check('command', [`${none}.`, ...advice].join(' '), '')
  }
  const from = [...agents].map(([agent, times]) => `${agent || 'no User-Agent'} (${times})`)
  const counts = `${counted(requests, 'request')} from ${listText(from, 'and')}`
  const wrongBase = apiRequests > 0 ? [] : [`none under /v1: the base URL is ${api}`]
  const faults = [...wrongBase, ...ended]
  const text = [counts, ...faults].join('; ')
  return check('command', faults.length > 0 ? text : undefined, text)
}
