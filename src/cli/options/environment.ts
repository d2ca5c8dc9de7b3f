import type { Command, Option } from 'commander'
import { nearestWord } from '../../document/nearest-word.ts'
import type { Purpose } from '../../runtime/config/settings-from.ts'
import { misuse } from '../cli-error.ts'
import { type Io, logTo } from '../io.ts'
import { flow, USUAL_WIDTH, widthOf } from '../terminal/flow.ts'
import { parseArgument } from './argument.ts'

const PREFIX = 'SANDGATE_'

/** Variables that are not options of a start; the last ones are those of the GitHub action. */
const others = [
  ...['URL', 'WORLD', 'TOKEN', 'API', 'DASHBOARD', 'CA', 'GATEWAY_BASIC', 'GATEWAY_BEARER'],
  ...['SCRATCH', 'DETACHED', 'BROWSER', 'REPORT', 'COMMAND', 'OPTIONS', 'FAIL_ON'],
  ...['MIN_COVERAGE', 'VERSION', 'COMPARE_WITH'],
]

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

/** `SANDGATE_PORT` for `--port`. */
function variableOf(option: Option): string {
  return `${PREFIX}${option.name().toUpperCase().replaceAll('-', '_')}`
}

/** Lets the environment set the options of a command that the command line leaves out. */
export function withEnvironment(command: Command, io: Io, purpose: Purpose): Command {
  const isRead = (option: Option) =>
    purpose === 'serve' || ofEveryRun.includes(option.attributeName())
  return command
    .hook('preAction', (self) => {
      warnOfUnknown(self, io)
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
    `  Variables can set ${what} too. The command line wins over them, and they win over the config file. 1 switches an option without a value on; commas separate several values.`,
    `  ${options.map(variableOf).join(', ')}`,
  ].join('\n')
}

function take(self: Command, option: Option, env: NodeJS.ProcessEnv): void {
  const variable = variableOf(option)
  const text = env[variable] ?? ''
  const key = option.attributeName()
  const rival = rivals[key] ?? ''
  const isTaken = [key, rival].some((name) => self.getOptionValueSource(name) === 'cli')
  // An empty variable counts as not set. The token is read where its file is.
  if (text === '' || isTaken || key === 'controlToken') return
  const value = valueIn(option, variable, text)
  if (value === undefined) return
  if (self.getOptionValueSource(rival) === 'env') {
    const other = self.options.find((one) => one.attributeName() === rival)
    const second = other ? variableOf(other) : rival
    throw misuse(`${second} and ${variable} cannot be used together; unset one of them`)
  }
  self.setOptionValueWithSource(key, value, 'env')
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

/** Somebody else's variable may begin like ours; one that is nearly an option is misspelt. */
function warnOfUnknown({ options }: Command, io: Io): void {
  const known = [...others, ...options.map((option) => variableOf(option).slice(PREFIX.length))]
  for (const variable of Object.keys(io.env)) {
    const name = variable.startsWith(PREFIX) ? variable.slice(PREFIX.length) : ''
    if (name === '' || known.includes(name)) continue
    const meant = nearestWord(name, known)
    if (meant === undefined) continue
    logTo(io)(`warning: ${variable} is not an option, did you mean ${PREFIX}${meant}?`)
  }
}
