import type { Command, Option } from 'commander'
import { nearestWord } from '../../document/nearest-word.ts'
import { optionForms } from '../../runtime/config/checks/check-options.ts'
import type { Purpose } from '../../runtime/config/settings-from.ts'
import { misuse } from '../cli-error.ts'
import { type Io, logTo } from '../io.ts'
import { flow, USUAL_WIDTH, widthOf } from '../terminal/flow.ts'
import { parseArgument, wholeNumber } from './argument.ts'

const PREFIX = 'SANDGATE_'

/** `SANDGATE_CONTROL_TOKEN` for `controlToken`. */
function variableOf(name: string): string {
  return `${PREFIX}${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`
}

/** Variables of all commands; the last ones are those of the GitHub action. */
const known: readonly string[] = [
  ...Object.keys(optionForms),
  ...['controlTokenFile', 'readyFile', 'detach', 'log', 'json', 'detached', 'scratch', 'browser'],
  ...['url', 'world', 'api', 'dashboard', 'ca', 'gatewayBasic', 'gatewayBearer'],
  ...['report', 'command', 'options', 'failOn', 'minCoverage', 'version', 'compareWith'],
].map(variableOf)

/** Like the config file, the environment says nothing about the server of a single run. */
const ofEveryRun = ['scenario', 'config', 'import', 'references', 'seed', 'clock']

/** Values with commas between them. */
const lists = ['scenario', 'allowHost']

/** Options that cannot be combined: one on the command line wins over the other's variable. */
const rivals: Readonly<Record<string, string>> = {
  memory: 'data',
  data: 'memory',
  tls: 'tlsCert',
  tlsCert: 'tls',
  tlsKey: 'tls',
  controlTokenFile: 'controlToken',
}

/** Lets the environment set the options of a command that the command line leaves out. */
export function withEnvironment(command: Command, io: Io, purpose: Purpose): Command {
  const isRead = (option: Option) =>
    purpose === 'serve' || ofEveryRun.includes(option.attributeName())
  return command
    .hook('preAction', (self) => {
      for (const option of self.options.filter(isRead)) take(self, option, io.env)
    })
    .addHelpText('after', ({ command: self }) =>
      flow(helpText(self.options.filter(isRead), purpose), widthOf(io.stdout) ?? USUAL_WIDTH, 2),
    )
}

function helpText(options: readonly Option[], purpose: Purpose): string {
  const what = purpose === 'serve' ? 'each option' : 'some options'
  return [
    '',
    'Environment:',
    `  Variables can set ${what} too. The command line overrides them, and they override the config file. 1 switches on an option without a value; commas separate several values.`,
    `  ${options.map((option) => variableOf(option.attributeName())).join(', ')}`,
  ].join('\n')
}

function take(self: Command, option: Option, env: NodeJS.ProcessEnv): void {
  const key = option.attributeName()
  const variable = variableOf(key)
  const text = textIn(env, variable)
  // An empty variable counts as not set. The token is read where its file is.
  if (text === '' || key === 'controlToken') return
  const value = valueIn(option, variable, text)
  const rival = rivals[key] ?? ''
  const isTaken = [key, rival].some((name) => self.getOptionValueSource(name) === 'cli')
  if (value === undefined || isTaken) return
  if (self.getOptionValueSource(rival) === 'env') {
    throw misuse(`${variableOf(rival)} and ${variable} cannot be used together; unset one of them`)
  }
  self.setOptionValueWithSource(key, value, 'env')
}

/** In a pod beside a Service called sandgate, Kubernetes sets SANDGATE_PORT=tcp://10.0.0.7:80. */
function textIn(env: NodeJS.ProcessEnv, variable: string): string {
  const text = env[variable] ?? ''
  return variable === 'SANDGATE_PORT' && /^(?:tcp|udp|sctp):\/\//.test(text) ? '' : text
}

function valueIn(option: Option, variable: string, text: string): unknown {
  if (!option.required) return switchIn(variable, text)
  const parts = lists.includes(option.attributeName()) ? text.split(',') : [text]
  return parts.reduce<unknown>(
    (before, part) =>
      parseArgument(variable, part.trim(), (one) => option.parseArg?.(one, before) ?? one),
    undefined,
  )
}

function switchIn(variable: string, text: string): true | undefined {
  if (/^(?:1|true|yes|on)$/i.test(text)) return true
  if (/^(?:0|false|no|off)$/i.test(text)) return undefined
  throw misuse(`Invalid ${variable} '${text}': use 1 or 0`)
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
  const { SANDGATE_URL, SANDGATE_TLS } = env
  const text = textIn(env, 'SANDGATE_PORT')
  const source = self.getOptionValueSource('url')
  if (!text || SANDGATE_URL || source === undefined || source === 'cli') return
  const port = parseArgument('SANDGATE_PORT', text, wholeNumber(0, 65_535))
  const protocol = SANDGATE_TLS && switchIn('SANDGATE_TLS', SANDGATE_TLS) ? 'https' : 'http'
  // 0 was any free port, so it says nothing.
  if (port > 0) self.setOptionValueWithSource('url', `${protocol}://127.0.0.1:${port}`, 'default')
}
