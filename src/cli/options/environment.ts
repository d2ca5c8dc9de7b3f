import type { Command } from 'commander'
import { nearestWord, proposalText } from '../../base/text/nearest-word.ts'
import { optionName } from '../../judge/sweep/document/made-with.ts'
import type { Setting } from '../../runtime/config/setting.ts'
import { allSettings, settingsTable } from '../../runtime/config/settings-table.ts'
import { misuse } from '../cli-error.ts'
import { BadValue, checked, type OptionDefinition, oneWordOf } from '../define/option.ts'
import { type Io, logTo } from '../io.ts'
import { outputFile } from './argument.ts'

/*
 * Commander reads the variables of options. Why something is left to do here is in
 * docs/internals/decisions/environment.md.
 */

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

const switches = Object.entries(allSettings).flatMap(([name, { kind }]) =>
  kind.isSwitch ? [variableOf(name)] : [],
)

/** The variables that set something: commander takes an empty one, and a switch that is off, for set. */
export function setVariables(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const set = Object.entries(env).filter(([name, text]) => {
    if (!name.startsWith(PREFIX)) return true
    if (text === '' || isOfService(name, text)) return false
    return !(switches.includes(name) && OFF.test(text ?? ''))
  })
  return Object.fromEntries(set)
}

const OFF = /^(?:0|false|no|off)$/i
const ON = /^(?:1|true|yes|on)$/i

/** In a pod beside a Service called sandgate, Kubernetes sets SANDGATE_PORT=tcp://10.0.0.7:80. */
function isOfService(variable: string, text = ''): boolean {
  return variable === 'SANDGATE_PORT' && /^(?:tcp|udp|sctp):\/\//.test(text)
}

/** Commander takes any text of a variable for a switch. */
export function refuseUnclearSwitches({ options }: Command, env: NodeJS.ProcessEnv): void {
  for (const { envVar } of options) {
    if (envVar !== undefined && switches.includes(envVar)) switchIn(envVar, setVariables(env))
  }
}

function switchIn(variable: string, env: NodeJS.ProcessEnv): boolean {
  const text = env[variable]
  if (text === undefined || ON.test(text)) return text !== undefined
  throw misuse(`Invalid ${variable} '${text}': use 1 or 0`)
}

/** Options that exclude each other: one on the command line wins over the other's variable. */
export function resolveConflicts(
  self: Command,
  options: Readonly<Record<string, OptionDefinition>>,
): void {
  const pairs = Object.entries(options).flatMap(([name, { excludes = [] }]) =>
    excludes.map((other) => [name, other] as const),
  )
  for (const pair of pairs) {
    const [from, other] = pair.map((name) => sourceOf(self, name))
    if (from === undefined || other === undefined) continue
    if (from !== other) self.setOptionValue(from === 'env' ? pair[0] : pair[1], undefined)
    else if (from === 'env') throw misuse(together(pair.map(variableOf), 'unset one of them'))
    else throw misuse(together(pair.map(optionName), 'leave one of them out'))
  }
}

function sourceOf(self: Command, name: string): 'cli' | 'env' | undefined {
  const source = self.getOptionValueSource(name)
  if (source === undefined || source === 'default') return undefined
  return source === 'env' ? 'env' : 'cli'
}

function together(names: readonly string[], advice: string): string {
  return `${names.toSorted().join(' and ')} cannot be used together; ${advice}`
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
    logTo(io)(`warning: ${variable} is not an option${proposalText(PREFIX + meant)}`)
  }
}

/** A sandbox that was started with `SANDGATE_PORT` is found by it, unless an address is given. */
export function findByPort(self: Command, { env }: Io): void {
  const set = setVariables(env)
  const { SANDGATE_PORT: text, SANDGATE_URL } = set
  const source = self.getOptionValueSource('url')
  if (text === undefined || SANDGATE_URL || source === undefined || source === 'cli') return
  const port = checked('SANDGATE_PORT', text, (one) => settingValue(settingsTable.port, one))
  const protocol = switchIn('SANDGATE_TLS', set) ? 'https' : 'http'
  // 0 was any free port, so it says nothing.
  if (port !== 0) self.setOptionValueWithSource('url', `${protocol}://127.0.0.1:${port}`, 'default')
}

/** The value that the text of an option or variable means; `before` is what an earlier one gave. */
export function settingValue({ kind }: Setting, text: string, before?: unknown): unknown {
  if (!kind.isList) return checkedValue(kind, text)
  const texts = kind.isList === 'repeated' ? [text] : text.split(',').map((one) => one.trim())
  const values = texts.map((one) => checkedValue(kind, one))
  return [...(Array.isArray(before) ? before : []), ...values]
}

function checkedValue(kind: Setting['kind'], text: string): unknown {
  if (kind.words !== undefined) return oneWordOf(kind.words)(text)
  const value = kind.read?.(text) ?? text
  if (kind.accepts(value)) return kind.isWritten ? outputFile(text) : value
  throw new BadValue(kind.fault?.(text) ?? `it must be ${kind.form}`, {
    isSecret: kind.isSecret,
  })
}
