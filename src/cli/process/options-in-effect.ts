import { controlClient } from '../../client/control-client.ts'
import { ControlError, NoSandboxError } from '../../client/control-error.ts'
import { commandLine } from '../../insight/copied-request.ts'
import type { SandboxOptions } from '../../runtime/config/options.ts'
import { isLoopback } from '../../runtime/listening/server-address.ts'
import { loadScenarios } from '../../runtime/scenarios/scenario-source.ts'
import { CliError } from '../cli-error.ts'

/** Refuses options that the sandbox at this address, which was started earlier, does not have. */
export async function refuseOtherOptions(
  options: SandboxOptions,
  url: string,
  data: string | undefined,
): Promise<void> {
  // The address is from a file, and no file sends a token to another machine.
  const isHere = isLoopback(new URL(url).hostname)
  const different = [
    ...otherPort(options, url),
    ...otherProtocol(options, url),
    ...(isHere ? await otherToken(options, url) : []),
    ...(isHere ? await otherScenarios(options, url) : []),
  ]
  if (different.length === 0) return
  const stop = commandLine(['npx', 'sandgate', 'stop', '--url', url])
  throw new CliError(
    `The sandbox at ${url} already uses ${data}, without ${different.join(' and ')}; stop it first (${stop}), or pass another --data`,
  )
}

function otherPort({ port = 0 }: SandboxOptions, url: string): readonly string[] {
  const own = Number(new URL(url).port)
  return port === 0 || port === own ? [] : [`--port ${port}`]
}

function otherProtocol({ tls, tlsCert }: SandboxOptions, url: string): readonly string[] {
  const isOther = new URL(url).protocol === 'http:'
  return [...(tls && isOther ? ['--tls'] : []), ...(tlsCert && isOther ? ['--tls-cert'] : [])]
}

async function otherToken(
  { controlToken: token }: SandboxOptions,
  url: string,
): Promise<readonly string[]> {
  if (token === undefined) return []
  // One that needs no token accepts any.
  const isOpen = typeof (await scenariosOf({ url })) === 'object'
  const isRefused = (await scenariosOf({ url, token })) === 'refused'
  return isOpen || isRefused ? ['that control token'] : []
}

async function otherScenarios(
  { scenario, controlToken: token }: SandboxOptions,
  url: string,
): Promise<readonly string[]> {
  if (scenario === undefined) return []
  const wanted = (await loadScenarios([scenario].flat())).map((one) => one.scenario.name)
  const loaded = await scenariosOf({ url, token })
  if (loaded === 'unknown') return []
  return wanted
    .filter((name) => loaded === 'refused' || !loaded.includes(name))
    .map((name) => commandLine(['--scenario', name]))
}

/** The names of its active scenarios, unless it asks for another token or cannot be trusted. */
async function scenariosOf(target: {
  readonly url: string
  readonly token?: string | undefined
}): Promise<readonly string[] | 'refused' | 'unknown'> {
  try {
    const { scenarios } = await controlClient(target).scenarios()
    return scenarios.map(({ name }) => name)
  } catch (error) {
    if (error instanceof ControlError && error.status === 401) return 'refused'
    if (error instanceof NoSandboxError) return 'unknown'
    throw error
  }
}
