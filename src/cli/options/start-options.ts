import { type Command, Option } from 'commander'
import { defaultText } from '../../runtime/config/config-keys.ts'
import type { SandboxOptions, StartOptions } from '../../runtime/config/options.ts'
import type { Setting } from '../../runtime/config/setting.ts'
import { allSettings, settingsTable } from '../../runtime/config/settings-table.ts'
import { readNamed, unreadable } from '../../runtime/named-file.ts'
import { misuse } from '../cli-error.ts'
import type { Io } from '../io.ts'
import { flow, USUAL_WIDTH, widthOf } from '../terminal/flow.ts'
import { fromVariable, refuseUnclearSwitches, settleRivals, variableOf } from './environment.ts'
import { settingValue } from './setting-value.ts'

/** The commands that start a sandbox. Only `start` reads what is about the server elsewhere. */
type Starter = 'start' | 'exec' | 'sweep'

/** The settings that a command has as options. */
export function settingsFor(starter: Starter): readonly (readonly [name: string, one: Setting])[] {
  return Object.entries(allSettings).filter(([, { flag, commands, part, sweeps }]) => {
    if (flag === undefined) return false
    if (starter === 'sweep') return part === 'run' || sweeps === true
    return starter === 'start' || commands !== 'start'
  })
}

function isVariableRead(starter: Starter, name: string): boolean {
  // The token is read where its file is.
  return starter === 'start' || allSettings[name]?.part === 'run' || name === 'controlToken'
}

/** Adds the settings of a sandbox as options, each with its variable. */
export function withSettings(command: Command, io: Io, starter: Starter): Command {
  const settings = settingsFor(starter)
  for (const [name, setting] of settings) {
    command.addOption(optionOf(name, setting, starter, io.env))
  }
  return command
    .hook('preAction', (self) => {
      refuseUnclearSwitches(self, io.env)
      settleRivals(self)
      refuseHalfPair(self.opts<StartOptions>())
    })
    .addHelpText('after', () => {
      const variables = settings.filter(([name]) => isVariableRead(starter, name))
      const text = helpText(
        variables.map(([name]) => variableOf(name)),
        starter,
      )
      return flow(text, widthOf(io.stdout) ?? USUAL_WIDTH, 2)
    })
}

function optionOf(
  name: string,
  setting: Setting,
  starter: Starter,
  env: NodeJS.ProcessEnv,
): Option {
  const { flag = '', help, inTests, kind } = setting
  const usual = (starter !== 'start' && inTests?.usually) || defaultText(setting)
  const option = new Option(flag, usual === undefined ? help : `${help} (default: ${usual})`)
  if (!kind.isSwitch) {
    option.argParser((text: string, before: unknown) => {
      const variable = variableOf(name)
      const isVariable = option.envVar === variable && env[variable] === text
      return settingValue(setting, isVariable ? variable : `${option.long}`, text, before)
    })
  }
  const isRead = isVariableRead(starter, name) && !kind.isSecret
  return isRead ? fromVariable(option, env) : option
}

function helpText(variables: readonly string[], starter: Starter): string {
  const what = starter === 'start' ? 'each option' : 'some options'
  return [
    '',
    'Environment:',
    `  Variables can set ${what} too. The command line overrides them, and they override the config file. 1 switches on an option without a value; commas separate several values.`,
    `  ${variables.join(', ')}`,
  ].join('\n')
}

function refuseHalfPair({ tlsCert, tlsKey }: StartOptions): void {
  if ((tlsCert === undefined) === (tlsKey === undefined)) return
  throw misuse(
    tlsKey === undefined
      ? '--tls-cert needs --tls-key <file>, the private key of the certificate'
      : '--tls-key needs --tls-cert <file>, the certificate of the key',
  )
}

/** The options among these that say how a sandbox is started. */
export function settingsIn(options: StartOptions): SandboxOptions {
  const given = Object.entries(options).filter(
    ([name]) => allSettings[name] !== undefined && !allSettings[name].commands,
  )
  return Object.fromEntries(given)
}

/** The options that the sandbox itself is started with. */
export async function sandboxOptions(
  options: StartOptions,
  env: NodeJS.ProcessEnv,
): Promise<SandboxOptions> {
  const { controlTokenFile: file } = options
  const given = settingsIn(options)
  // An empty variable counts as not set.
  const { SANDGATE_CONTROL_TOKEN: variable } = env
  if (given.controlToken !== undefined || (file === undefined && !variable)) return given
  // Everybody can read a command line.
  const controlToken =
    file === undefined
      ? checkedToken(variable ?? '', 'SANDGATE_CONTROL_TOKEN')
      : checkedToken(await tokenIn(file), `token in ${file}`)
  return { ...given, controlToken }
}

/** The error says what is wrong without quoting the token. */
function checkedToken(text: string, name: string): string {
  return String(settingValue(settingsTable.controlToken, name, text))
}

/** Editors end a file with a newline, which is not part of the token. */
async function tokenIn(file: string): Promise<string> {
  const text = await readNamed(file).catch((cause: unknown) => {
    throw unreadable('token file', file, cause)
  })
  return text.trim()
}
