import { lookup } from 'node:dns/promises'
import { accessSync, constants, existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, resolve, sep } from 'node:path'
import { messageOf, permissionAdvice, reasonOf } from '../../../base/file-failure.ts'
import type { StartOptions } from '../../../runtime/config/options.ts'
import { defaultSettings, type Settings } from '../../../runtime/config/settings.ts'
import { settingsFrom } from '../../../runtime/config/settings-from.ts'
import { listenFailure } from '../../../runtime/listening/server-address.ts'
import { startServer } from '../../../runtime/start-server.ts'
import { sandboxIn } from '../../../runtime/worlds/open-home.ts'
import { exitCode } from '../../cli-error.ts'
import { command } from '../../define/command.ts'
import { argument } from '../../define/option.ts'
import { type Io, logTo } from '../../io.ts'
import { sandboxOptions, settingOptions } from '../../options/start-options.ts'
import { commandEnvironment, runChild } from '../../process/child.ts'
import { lostPurchases, runShop, selfCheckFailure } from '../../process/shops.ts'
import { responds, suspendedText } from '../../process/suspended.ts'
import { type Output, outputFor } from '../../terminal/output.ts'
import { fields } from '../../terminal/table.ts'
import {
  type CommandRequests,
  checksOf,
  commandCheck,
  type Findings,
  type MachineCheck,
} from '../../words/doctor-checks.ts'
import { otherServers, unusedAdvice } from '../../words/no-request.ts'
import { RunSummary } from '../../words/run-summary.ts'

const settings = ['config', 'port', 'data', 'memory', 'env']

export const doctorCommand = command({
  name: 'doctor',
  group: 'For tools',
  summary: 'Check what Sandgate needs on this machine',
  details:
    'Checks the settings, the port, the sandbox and the data of this folder, proxies, localhost, the clock, and that a client that charges twice is reported here. With a command, it runs it once as exec does, and counts the requests that arrive and the libraries that send them. Prints one line for each check. The exit code is 1 if one fails.',
  examples: ['doctor', 'doctor --port 7264', 'doctor --env GATEWAY_URL -- npm test'],
  args: { words: argument('[command...]', 'the command and its arguments') },
  runs: true,
  options: Object.fromEntries(
    Object.entries({ ...settingOptions('exec'), ...settingOptions('start') }).filter(([name]) =>
      settings.includes(name),
    ),
  ),
  run: ({ words, ...given }, { io }) => examine(words, given as DoctorOptions, io),
})

type DoctorOptions = Pick<StartOptions, 'config' | 'port' | 'data' | 'memory' | 'env'> & {
  readonly json?: true | undefined
}

async function examine(words: readonly string[], given: DoctorOptions, io: Io): Promise<void> {
  const found = await findingsOf(given, io)
  const isRun = words.length > 0 && found.settings !== undefined
  const arrived = isRun ? await arrivedFrom(words, given, io) : undefined
  const checks = [...checksOf(found), ...(arrived === undefined ? [] : [commandCheck(arrived)])]
  const document = {
    ok: checks.every(({ result }) => result !== 'failed'),
    checks,
    ...(arrived && {
      requests: arrived.requests,
      user_agents: Object.fromEntries(arrived.agents),
      command_exit_code: arrived.exitCode,
    }),
  }
  outputFor(given, io).result(document, (output) => checksText(output, checks))
  if (!document.ok) io.exitCode = exitCode.failed
}

const tones = { ok: 'good', warning: 'odd', failed: 'bad' } as const

function checksText({ layout }: Output, checks: readonly MachineCheck[]): string {
  return fields(
    { layout },
    checks.map(({ name, result, text }) => [
      name,
      { text: `${result}: ${text}`, tone: tones[result] },
    ]),
  )
}

async function findingsOf(given: DoctorOptions, io: Io): Promise<Findings> {
  const { env } = io
  const read = await attempt(async () => settingsFrom(await sandboxOptions(given, env), 'serve'))
  const [ofSettings, localhost, verdict] = await Promise.all([
    read.value && findingsWith(read.value),
    attempt(() => lookup('localhost', { all: true })),
    attempt(() => selfCheck(io)),
  ])
  return {
    node: process.versions.node,
    env,
    settings: read.value,
    settingsFailure: read.failure,
    ...ofSettings,
    localhost: localhost.value?.map(({ address }) => address) ?? [],
    now: Date.now(),
    selfCheckFailure: verdict.value ?? verdict.failure,
  }
}

async function attempt<T>(work: () => Promise<T>): Promise<{ value?: T; failure?: string }> {
  try {
    return { value: await work() }
  } catch (cause) {
    return { failure: messageOf(cause) }
  }
}

async function findingsWith({ host, port, data }: Settings) {
  const dataFailure = data && failureToWrite(data)
  const [portFailure, here] = await Promise.all([
    failureToListen(host, port),
    attempt(async () => (data && !dataFailure ? await sandboxIn(data) : undefined)),
  ])
  const found = here.value
  const isSuspended = data && found && !(await responds(found, PATIENCE_MS))
  return {
    portFailure,
    here: found,
    hereFailure: isSuspended ? suspendedText(data, found) : here.failure,
    dataFailure,
  }
}

const PATIENCE_MS = 2000

function failureToListen(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (cause) => resolve(listenFailure(cause, host, port).message))
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })
}

/** A folder that is not there is created by the start. */
function failureToWrite(data: string): string | undefined {
  let folder = resolve(data)
  while (!existsSync(folder)) folder = dirname(folder)
  try {
    accessSync(`${folder}${sep}`, constants.W_OK | constants.X_OK)
    return undefined
  } catch (cause) {
    const advice = permissionAdvice(cause, 'pass another folder with --data')
    return `The data folder ${data} cannot be written: ${reasonOf(cause)}${advice || '; pass another folder with --data'}`
  }
}

async function selfCheck(io: Io): Promise<string | undefined> {
  const running = await startServer({ ...defaultSettings, port: 0 }, logTo(io))
  const { env, stopping = new AbortController().signal } = io
  const choice = { rules: lostPurchases, env, stopping }
  try {
    const shops = ['naive', 'careful'] as const
    return selfCheckFailure(await Promise.all(shops.map((shop) => runShop(shop, running, choice))))
  } finally {
    await running.stop()
  }
}

/** Runs a command as `exec` does, and counts what arrives. */
async function arrivedFrom(
  words: readonly string[],
  { config, env: variables, json }: DoctorOptions,
  io: Io,
): Promise<CommandRequests> {
  const configured = await settingsFrom(await sandboxOptions({ config }, io.env), 'test')
  const sandbox = { ...configured, env: variables ?? configured.env }
  const summary = new RunSummary()
  const agents = new Map<string, number>()
  const running = await startServer(sandbox, logTo(io), {
    onWorld: summary.watch,
    onRequest({ request: { headers } }) {
      const [, agent = ''] =
        Object.entries(headers).find(([name]) => name.toLowerCase() === 'user-agent') ?? []
      agents.set(agent, (agents.get(agent) ?? 0) + 1)
    },
  })
  try {
    const env = commandEnvironment(io.env, running, sandbox)
    const end = await runChild(words, io, { env, stdoutToStderr: json === true })
    const { requests, apiRequests } = summary
    const unused = { words, env, variables: sandbox.env }
    const advice =
      requests > 0
        ? []
        : [
            ...(await otherServers(running, unused)),
            // The line to try comes last.
            ...unusedAdvice({ ...unused, starter: 'exec' }).toReversed(),
          ]
    return { requests, apiRequests, agents, ...end, api: running.api, advice }
  } finally {
    await running.stop()
  }
}
