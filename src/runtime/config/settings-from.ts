import { isLoopback } from '../listening/server-address.ts'
import { StartError } from '../start-error.ts'
import { checkOptions } from './checks/check-options.ts'
import type { SandboxOptions } from './options.ts'
import { loadConfig, type Purpose, type Settings, settingsOf } from './settings.ts'

/** All settings of a sandbox: options win over the config, which wins over the defaults. */
export async function settingsFrom(
  options: SandboxOptions,
  purpose: Purpose,
  folder = process.cwd(),
): Promise<Settings> {
  checkOptions(options)
  const settings = settingsOf(options, await loadConfig(options.config, folder), purpose)
  refuseOpenDoor(settings, purpose)
  return settings
}

/** The control API can do anything, so other machines may reach it only with a token. */
function refuseOpenDoor({ host, controlToken }: Settings, purpose: Purpose): void {
  if (isLoopback(host) || controlToken !== undefined) return
  const message = `Listening on ${host}, beyond this machine, needs a control token`
  const advice =
    purpose === 'serve'
      ? 'set SANDGATE_CONTROL_TOKEN or server.control_token, or pass --control-token-file'
      : 'pass --control-token, or controlToken to startSandbox()'
  throw new StartError(`${message}; ${advice}`, true)
}
