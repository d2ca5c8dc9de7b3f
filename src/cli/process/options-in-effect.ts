import { commandText } from '../../base/text/command-text.ts'
import { commandLine } from '../../base/text/copied-request.ts'
import { controlClient, scenarioNames } from '../../control/client/control-client.ts'
import { ControlError } from '../../control/client/control-error.ts'
import { typedOptions } from '../../judge/sweep/document/made-with.ts'
import type { SandboxOptions, StartOptions } from '../../runtime/config/options.ts'
import type { Settings } from '../../runtime/config/settings.ts'
import { loadScenarios } from '../../runtime/scenarios/scenario-source.ts'
import { startedWith } from '../../runtime/started-with.ts'
import { otherOptions, type SandboxHere } from '../../runtime/worlds/open-home.ts'
import { CliError } from '../cli-error.ts'
import { trustOf } from './trust-of.ts'

/** Refuses options that a sandbox which was started earlier does not have. */
export async function refuseOtherOptions(
  options: StartOptions,
  settings: Settings,
  before: SandboxHere,
): Promise<void> {
  const { url } = before
  const different = [
    ...otherPort(options, before),
    ...(await otherSettings(options, settings, before)),
    ...(await otherScenarios(options, settings, before)),
  ]
  if (different.length === 0) return
  throw new CliError(
    `The sandbox at ${url} already uses ${settings.data}, without ${different.join(' and ')}; stop it first (${commandText(['stop'], before)}), or pass another --data`,
  )
}

function otherPort({ port = 0 }: SandboxOptions, { localUrl }: SandboxHere): readonly string[] {
  const own = Number(new URL(localUrl).port)
  return port === 0 || port === own ? [] : [`--port ${port}`]
}

async function otherSettings(
  options: StartOptions,
  settings: Settings,
  before: SandboxHere,
): Promise<readonly string[]> {
  const given: Readonly<Record<string, unknown>> = { ...options }
  const wanted = Object.entries(startedWith(settings, options))
  const compared = wanted.filter(([name]) => given[name] !== undefined)
  if (compared.length === 0) return []
  const names = await otherOptions(settings.data ?? '', before, Object.fromEntries(compared))
  return names.map((name) =>
    // Its value is secret.
    name === 'controlToken'
      ? 'that control token'
      : typedOptions({ [name]: given[name] }, () => true),
  )
}

/** Those that are not active now. */
async function otherScenarios(
  { scenario }: SandboxOptions,
  { controlToken: token }: Settings,
  before: SandboxHere,
): Promise<readonly string[]> {
  if (scenario === undefined) return []
  const wanted = (await loadScenarios([scenario].flat())).map((one) => one.scenario.name)
  const client = controlClient({ url: before.localUrl, token, trust: await trustOf(before) })
  const active = await scenarioNames(client).catch(unlessRefused)
  return wanted
    .filter((name) => !active.includes(name))
    .map((name) => commandLine(['--scenario', name]))
}

/** With another token, nothing of the sandbox can be used. */
function unlessRefused(error: unknown): readonly string[] {
  if (error instanceof ControlError && error.status === 401) return []
  throw error
}
