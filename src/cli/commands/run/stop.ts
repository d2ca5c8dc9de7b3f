import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DEFAULT_PORT } from '../../../base/default-url.ts'
import { errorCode } from '../../../base/file-failure.ts'
import { monotonicMs } from '../../../base/monotonic.ts'
import { lowerFirst } from '../../../base/text/counted.ts'
import { type ControlClient, controlClient } from '../../../control/client/control-client.ts'
import { NoSandboxError, UntrustedCertificateError } from '../../../control/client/control-error.ts'
import type { Trust } from '../../../control/client/direct-fetch.ts'
import { settingsFrom } from '../../../runtime/config/settings-from.ts'
import { isLoopback } from '../../../runtime/listening/server-address.ts'
import { readNamed } from '../../../runtime/named-file.ts'
import { sandboxIn, startedSandboxIn } from '../../../runtime/worlds/open-home.ts'
import { CliError, exitCode } from '../../cli-error.ts'
import { command } from '../../define/command.ts'
import { type Io, logTo } from '../../io.ts'
import { connect, isNamed, type TargetOptions } from '../../options/connection.ts'
import { isNoResponse, RESPONSE_MS, suspendedText } from '../../process/suspended.ts'
import { outputFor } from '../../terminal/output.ts'

/** The polling interval. */
const PAUSE_MS = 50

/** A big store may take long to write. */
const PATIENCE_MS = 30_000

export const stopCommand = command({
  name: 'stop',
  group: 'Run a sandbox',
  summary: 'Stop a running sandbox',
  details: `Stops the sandbox without losing anything, and waits until it is gone. If neither --url nor a variable names a sandbox, it stops the one that uses the data folder in the current folder, at any port, or else the one at port ${DEFAULT_PORT}.`,
  examples: ['stop', 'stop --url http://127.0.0.1:7264'],
  target: 'sandbox',
  async run(given, { io, self }) {
    const isGiven = isNamed(self) || Number(io.env.SANDGATE_PORT) > 0
    const here = isGiven ? undefined : await sandboxHere(io).catch(nothingToStop)
    const options = { ...given, url: here?.url ?? given.url }
    const whose = here === undefined ? '' : ` of ${here.data}`
    const client = connect(options, io, { trust: here?.trust })
    const answer = await client.stop().catch(async (error: unknown) => {
      if (isNoResponse(error)) await refuseSuspended(options.url, io)
      return nothingToStop(error)
    })
    await gone(client, answer.pid, options)
    outputFor(options, io).result(
      { stopped: true },
      () => `The sandbox${whose} at ${options.url} has stopped.`,
    )
  },
})

function nothingToStop(error: unknown): never {
  if (!(error instanceof NoSandboxError)) throw error
  // The sandbox is where it was looked for.
  if (error instanceof UntrustedCertificateError) throw error
  const next = 'pass --url or set SANDGATE_URL if it is elsewhere'
  throw new CliError(`Nothing to stop: ${lowerFirst(error.message)}; ${next}`, exitCode.noAnswer)
}

interface SandboxHere {
  readonly url: string
  /** Its data folder. */
  readonly data: string
  /** Undefined if its certificate is one that the process trusts. */
  readonly trust: Trust | undefined
}

/**
 * A sandbox of this folder that is at another port than usual. Anyone may have written its lock, so no
 * token goes to the address in it before the sandbox there has answered with its id.
 */
async function sandboxHere(io: Io): Promise<SandboxHere | undefined> {
  const data = await dataFolder(io)
  const found = data && (await startedSandboxIn(data, logTo(io)))
  if (!found) return undefined
  const trust = await trustOf(found)
  const health = controlClient({ url: found.localUrl, patience: RESPONSE_MS, trust }).health()
  const { id } = await health.catch(async (error: unknown) => {
    if (isNoResponse(error)) await refuseSuspended(found.localUrl, io)
    throw error
  })
  if (id === found.id) return { url: found.localUrl, data: resolve(data), trust }
  throw new CliError(
    `Nothing to stop: at ${found.localUrl}, which the lock in ${data} names, is another sandbox; pass --url to stop that one`,
    exitCode.noAnswer,
  )
}

async function dataFolder({ env }: Io): Promise<string | undefined> {
  return (await settingsFrom({ data: env.SANDGATE_DATA || undefined }, 'serve')).data
}

/** Names the process that holds the data folder, if its sandbox is the one at this address. */
async function refuseSuspended(url: string, io: Io): Promise<void> {
  // Without a valid config or lock, the address alone is reported.
  const data = await dataFolder(io).catch(() => undefined)
  const found = data && (await sandboxIn(data).catch(() => undefined))
  if (!found || ![found.localUrl, found.url].some((one) => isSameServer(one, url))) return
  throw new CliError(`Not stopped: ${suspendedText(data, found)}`, exitCode.noAnswer)
}

function isSameServer(one: string, other: string): boolean {
  if (!URL.canParse(one) || !URL.canParse(other)) return false
  const [first, second] = [new URL(one), new URL(other)]
  if (first.origin === second.origin) return true
  return first.port === second.port && [first, second].every((url) => isLoopback(url.hostname))
}

async function gone(
  client: ControlClient,
  pid: number | null,
  { url }: TargetOptions,
): Promise<void> {
  const end = monotonicMs() + PATIENCE_MS
  while ((await answers(client)) || (pid !== null && isHere(url) && runs(pid))) {
    if (monotonicMs() > end) {
      throw new CliError(`The sandbox at ${url} is still stopping`, exitCode.noAnswer)
    }
    await pause(PAUSE_MS)
  }
}

async function answers(client: ControlClient): Promise<boolean> {
  try {
    await client.health()
    return true
  } catch (error) {
    if (error instanceof NoSandboxError) return false
    throw error
  }
}

/** A process id is valid only on its own machine. */
function isHere(url: string): boolean {
  return URL.canParse(url) && isLoopback(new URL(url).hostname)
}

function runs(pid: number): boolean {
  // In a container the first process has id 1; on this machine that is another process.
  if (pid === 1) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

/**
 * What to trust at the address in a lock; undefined if it is what the process trusts. Without the file,
 * the error about the sandbox's certificate says what is missing.
 */
async function trustOf({
  ca: file,
}: {
  readonly ca: string | undefined
}): Promise<Trust | undefined> {
  const ca = file && (await readNamed(file).catch(() => undefined))
  return ca ? { ca } : undefined
}
