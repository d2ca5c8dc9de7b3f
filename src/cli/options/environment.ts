import type { Command, Option } from 'commander'
import { nearestWord } from '../../document/nearest-word.ts'
import { allSettings, settingsTable } from '../../runtime/config/settings-table.ts'
import { misuse } from '../cli-error.ts'
import { type Io, logTo } from '../io.ts'
import { invalid, settingValue } from './setting-value.ts'

const PREFIX = 'SANDGATE_'

/** `SANDGATE_CONTROL_TOKEN` for `controlToken`. */
export function variableOf(name: string): string {
  return `${PREFIX}${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`
}

/** Variables that belong to no setting; the last ones are those of the GitHub action. */
const others: readonly string[] = [
  ...['detached', 'scratch', 'browser', 'url', 'world', 'api', 'dashboard', 'ca'],
  ...['report', 'command', 'options', 'failOn', 'minCoverage', 'version', 'compareWith'],
]

const known = [...Object.keys(allSettings), ...others].map(variableOf)

/** Lets commander read an option from its variable, if that is set: neither empty nor 0. */
export function fromVariable(option: Option, env: NodeJS.ProcessEnv): Option {
  const variable = variableOf(option.attributeName())
  const text = textIn(env, variable)
  const isOff = option.isBoolean() && /^(?:0|false|no|off)$/i.test(text)
  return text === '' || isOff ? option : option.env(variable)
}

/** In a pod beside a Service called sandgate, Kubernetes sets SANDGATE_PORT=tcp://10.0.0.7:80. */
function textIn(env: NodeJS.ProcessEnv, variable: string): string {
  const text = env[variable] ?? ''
  return variable === 'SANDGATE_PORT' && /^(?:tcp|udp|sctp):\/\//.test(text) ? '' : text
}

/** Commander takes any text of a variable for a switch. */
export function refuseUnclearSwitches({ options }: Command, env: NodeJS.ProcessEnv): void {
  for (const option of options) {
    if (option.envVar !== undefined && option.isBoolean()) switchIn(option.envVar, env)
  }
}

function switchIn(variable: string, env: NodeJS.ProcessEnv): boolean {
  const text = textIn(env, variable)
  if (/^(?:1|true|yes|on)$/i.test(text)) return true
  if (/^(?:0|false|no|off|)$/i.test(text)) return false
  throw invalid(variable, text, 'use 1 or 0')
}

/** Options that exclude each other: one on the command line wins over the other's variable. */
export function settleRivals(self: Command): void {
  const pairs = Object.entries(allSettings).flatMap(([name, { excludes = [] }]) =>
    excludes.map((other) => [name, other] as const),
  )
  for (const pair of pairs) {
    const [from, other] = pair.map((name) => self.getOptionValueSource(name))
    if (from === undefined || other === undefined) continue
    if (from !== other) self.setOptionValue(from === 'env' ? pair[0] : pair[1], undefined)
    else if (from === 'env') throw misuse(together(pair.map(variableOf), 'unset one of them'))
    else throw misuse(together(pair.map(optionName), 'leave one of them out'))
  }
}

function together(names: readonly string[], advice: string): string {
  return `${names.toSorted().join(' and ')} cannot be used together; ${advice}`
}

/** `--tls-cert` for `tlsCert`. */
export function optionName(name: string): string {
  return `--${name.replace(/[A-Z]/g, '-$&').toLowerCase()}`
}

/** Somebody else's variable may begin like ours; one that is nearly one of ours is misspelt. */
export function warnOfMisspelt(io: Io): void {
  for (const variable of Object.keys(io.env)) {
    if (!variable.startsWith(PREFIX) || known.includes(variable)) continue
    // Those that Kubernetes sets for a Service called sandgate.
    if (/^SANDGATE_(?:SERVICE|PORT)_/.test(variable)) continue
    // Without the prefix, which would make every two of them alike.
    const names = known.map((one) => one.slice(PREFIX.length))
    const meant = nearestWord(variable.slice(PREFIX.length), names)
    if (meant === undefined) continue
    logTo(io)(`warning: ${variable} is not an option, did you mean ${PREFIX}${meant}?`)
  }
}

/** A sandbox that was started with `SANDGATE_PORT` is found by it, unless an address is given. */
export function findByPort(self: Command, { env }: Io): void {
  const text = textIn(env, 'SANDGATE_PORT')
  const source = self.getOptionValueSource('url')
  if (!text || env.SANDGATE_URL || source === undefined || source === 'cli') return
  const port = settingValue(settingsTable.port, 'SANDGATE_PORT', text)
  const protocol = switchIn('SANDGATE_TLS', env) ? 'https' : 'http'
  // 0 was any free port, so it says nothing.
  if (port !== 0) self.setOptionValueWithSource('url', `${protocol}://127.0.0.1:${port}`, 'default')
}
