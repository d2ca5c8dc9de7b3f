import { commandText } from '../../../base/text/command-text.ts'
import type { World } from '../../../gateway/world/world.ts'
import type { StartOptions } from '../../../runtime/config/options.ts'
import type { Settings } from '../../../runtime/config/settings.ts'
import { settingsFrom } from '../../../runtime/config/settings-from.ts'
import { isLoopback } from '../../../runtime/listening/server-address.ts'
import { type Running, readyOf } from '../../../runtime/running.ts'
import { startServer } from '../../../runtime/start-server.ts'
import { DEFAULT_WORLD } from '../../../runtime/worlds/world-registry.ts'
import { misuse } from '../../cli-error.ts'
import { command } from '../../define/command.ts'
import { type Io, logTo } from '../../io.ts'
import { sandboxOptions } from '../../options/start-options.ts'
import { removeReadyFile, whileReady } from '../../process/ready-file.ts'
import { aborted, stopSignal } from '../../process/signals.ts'
import { type Output, outputFor } from '../../terminal/output.ts'
import { loadingBar } from '../../terminal/progress-bar.ts'
import { banner } from '../../words/banner.ts'
import { eventLine, exchangeLine } from '../../words/exchange/exchange-line.ts'
import { FindingWatch } from '../../words/finding-watch.ts'

export const startCommand = command({
  name: 'start',
  group: 'Run a sandbox',
  summary: 'Run a sandbox (the default command)',
  details:
    'Runs a sandbox until Ctrl-C. It listens on this machine only and keeps its data in the folder .sandgate.',
  examples: [
    'start',
    'start --port 0 --memory --json',
    'start --detach',
    'start --memory --scenario flaky-day --clock 2026-03-10T01:00:00Z',
  ],
  serves: 'until-stopped',
  starts: 'start',
  run: (given, { io, self }) => {
    if (!given.detach && self.getOptionValueSource('log') === 'cli') {
      throw misuse('--log needs --detach; add --detach, or remove --log')
    }
    return start(given, io)
  },
})

async function start(options: StartOptions, io: Io): Promise<void> {
  const background = options.detach ? await import('../../process/detach.ts') : undefined
  const onReady = background?.detachedChannel(io.env)
  if (background && onReady === undefined) return await detached(options, io, background)
  await removeReadyFile(options.readyFile)
  await runSandbox(options, await settingsOf(options, io), io, onReady)
}

/** Read before stop signals are caught: the config may be a pipe that nobody writes to. */
async function settingsOf(options: StartOptions, { env }: Io): Promise<Settings> {
  return await settingsFrom(await sandboxOptions(options, env), 'serve')
}

/** Starts a sandbox in the background, or finds the one that uses the data folder already. */
async function detached(
  options: StartOptions,
  io: Io,
  { startDetached }: typeof import('../../process/detach.ts'),
): Promise<void> {
  const settings = await settingsOf(options, io)
  const { data } = settings
  const started = await startDetached({ data, log: options.log }, io, stopSignal(io))
  if (started === undefined) return
  const { ready, log: written } = started
  const output = outputFor(options, io)
  if (output.isJson) output.document(ready)
  else output.say(readyText(ready.url))
  const isNew = written !== undefined
  if (isNew) output.say(`It runs in the background and writes to ${written}.`)
  else
    output.say(`It was already running, with the data folder ${data} and the options of its start.`)
  output.say(
    `${isNew ? 'Stop it with' : 'For other options, stop it first'}: ${commandText(['stop'], ready)}`,
  )
}

function readyText(url: string): string {
  return `Sandgate is ready at ${url}`
}

async function runSandbox(
  options: StartOptions,
  settings: Settings,
  io: Io,
  onReady?: (ready: ReturnType<typeof readyOf>) => void,
): Promise<void> {
  const stopRequest = new AbortController()
  let running: Running | undefined
  const signal = stopSignal(io, () => running !== undefined)
  const stopping = AbortSignal.any([signal, stopRequest.signal])
  const output = outputFor(options, io)
  const onStop = () => stopRequest.abort()
  warnOfShortToken(settings, io)
  running = await startSandbox(settings, output, { ...options, onStop, io })
  await whileReady(options.readyFile, running, async () => {
    await announce(output, running, { settings, quiet: options.quiet })
    onReady?.(readyOf(running))
    await aborted(stopping)
  })
  if (options.record !== undefined) output.say(`Recorded in ${options.record}`)
  if (!options.quiet) output.say(`Stopped.${await verdictText(running, output)}`)
}

/** In characters. Someone on the network who guesses a shorter one controls the sandbox. */
const SHORTEST_TOKEN = 16

function warnOfShortToken({ host, controlToken }: Settings, io: Io): void {
  if (isLoopback(host) || controlToken === undefined) return
  if (controlToken.length >= SHORTEST_TOKEN) return
  logTo(io)(
    `warning: The control token has only ${controlToken.length} characters, and other machines can try; make a longer one: openssl rand -hex 16`,
  )
}

/** ` Unsafe: 1 double charge, AUD 49.95 too much`; nothing without a request. */
async function verdictText(running: Running, { style }: Output): Promise<string> {
  const { headline, requests, verdict } = await running.report()
  if (requests === 0) return ''
  return ` ${verdict === 'unsafe' ? style('bad', headline) : headline}`
}

async function startSandbox(
  settings: Settings,
  output: Output,
  { onStop, io, ...options }: StartOptions & { readonly onStop: () => void; readonly io: Io },
): Promise<Running> {
  const bar = loadingBar(io.stderr)
  let findings: FindingWatch | undefined
  const add = inBatches((text) => {
    output.say(text)
    findings?.poke()
  })
  const running = await startServer(settings, logTo(io), {
    record: options.record,
    onProgress: bar.update,
    onStop,
    ...(!options.quiet && {
      onWorld: (world) => showEvents(world, add, output),
      onRequest: (request, world) => add(exchangeLine(request, world, output.layout)),
    }),
  }).finally(bar.end)
  if (!options.quiet) findings = new FindingWatch(running, output)
  return running
}

/** Prints a line for each clock move and change of scenarios. */
function showEvents(world: World, add: (line: string) => void, { style }: Output): void {
  world.events.listen((event) => {
    const line = eventLine(event, { world: world.name, now: world.now() }, style)
    if (line !== undefined) add(line)
  })
}

async function announce(
  output: Output,
  running: Running,
  { settings, quiet }: { readonly settings: Settings; readonly quiet: boolean | undefined },
): Promise<void> {
  if (output.isJson) output.document(readyOf(running))
  if (!quiet) {
    const world = await running.worlds.open(DEFAULT_WORLD)
    output.say(banner(output, { settings, running, world }))
  }
  if (quiet && !output.isJson) output.say(readyText(running.url))
}

/** Writes the lines of one event-loop turn together: single writes would cost more than the calls. */
function inBatches(write: (text: string) => void): (line: string) => void {
  let lines: string[] = []
  const flush = () => {
    const text = lines.join('\n')
    lines = []
    write(text)
  }
  return (line) => {
    if (lines.push(line) === 1) setImmediate(flush)
  }
}
