import type { Command } from 'commander'
import { optionName } from '../../judge/sweep/document/made-with.ts'
import { halfPairs } from '../../runtime/config/checks/check-options.ts'
import { defaultText } from '../../runtime/config/config-keys.ts'
import type { SandboxOptions, StartOptions } from '../../runtime/config/options.ts'
import type { Setting } from '../../runtime/config/setting.ts'
import { allSettings, settingsTable } from '../../runtime/config/settings-table.ts'
import { readNamed, unreadable } from '../../runtime/named-file.ts'
import { misuse } from '../cli-error.ts'
import { checked, type OptionDefinition } from '../define/option.ts'
import { settingValue, variableOf } from './environment.ts'

/** The commands that start a sandbox. Only `start` reads what is about the server elsewhere. */
export type Starter = 'start' | 'exec' | 'sweep'

/** The settings that a command has as options. */
export function settingsFor(starter: Starter): readonly (readonly [name: string, one: Setting])[] {
  return Object.entries(allSettings).filter(([, { flag, commands, part, sweeps }]) => {
    if (flag === undefined) return false
    if (starter === 'sweep') return part === 'run' || sweeps === true
    return starter === 'start' ? commands !== 'exec and sweep' : commands !== 'start'
  })
}

/** Whether a command reads the variable of a setting. */
function isVariableRead(starter: Starter, name: string): boolean {
  return starter === 'start' || allSettings[name]?.part === 'run'
}

/** The settings of a sandbox as options, each with its variable. */
export function settingOptions(starter: Starter): Readonly<Record<string, OptionDefinition>> {
  const options = settingsFor(starter).map(([name, setting]) => {
    const { flag: flags = '', help, group, excludes, inTests, kind } = setting
    const usual = (starter !== 'start' && inTests?.usually) || defaultText(setting)
    // The token is read where its file is, so that no message quotes it.
    const isRead = isVariableRead(starter, name) && !kind.isSecret
    const option: OptionDefinition = {
      flags,
      help: usual === undefined ? help : `${help} (default: ${usual})`,
      ...(group && { group }),
      ...(excludes && { excludes }),
      ...(isRead && { variable: variableOf(name) }),
      ...(!kind.isSwitch && {
        parse: (text: string, before: unknown) => settingValue(setting, text, before),
      }),
    }
    return [name, option] as const
  })
  return Object.fromEntries(options)
}

/** Refuses an option that means nothing without another. */
export function checkSettings(self: Command): void {
  const options = self.opts()
  for (const { name, missing, what } of halfPairs((one) => options[one] !== undefined)) {
    throw misuse(`${optionName(name)} needs ${allSettings[missing]?.flag}, ${what}`)
  }
}

/** What the help says of variables; each option names its own. */
export const environmentText = `
The command line overrides variables (env), which override
the config file. 1 switches on an option without a value;
commas separate several values.`

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
  return String(checked(name, text, (one) => settingValue(settingsTable.controlToken, one)))
}

/** Editors end a file with a newline, which is not part of the token. */
async function tokenIn(file: string): Promise<string> {
  const text = await readNamed(file).catch((cause: unknown) => {
    throw unreadable('token file', file, cause)
  })
  return text.trim()
}
