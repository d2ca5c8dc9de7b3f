import type { Command } from 'commander'
import type { Settings } from '../../../runtime/config/settings.ts'
import { settingsFrom } from '../../../runtime/config/settings-from.ts'
import type { Running } from '../../../runtime/running.ts'
import { startServer } from '../../../runtime/start-server.ts'
import { DEFAULT_WORLD } from '../../../runtime/worlds/world-registry.ts'
import type { World } from '../../../world/world.ts'
import { type Io, logTo } from '../../io.ts'
import { type StartOptions, sandboxOptions, withStartOptions } from '../../options/start-options.ts'
import { readyOf, removeReadyFile, whileReady } from '../../process/ready-file.ts'
import { aborted, stopSignal } from '../../process/signals.ts'
import { type Output, outputFor } from '../../terminal/output.ts'
import { loadingBar } from '../../terminal/progress-bar.ts'
import { banner } from '../../words/banner.ts'
import { eventLine } from '../../words/exchange/event-line.ts'
import { exchangeLine, exchangeOf } from '../../words/exchange/exchange-line.ts'

export function startCommand(command: Command, io: Io): Command {
  return withStartOptions(command, {
    port: '0: any free one; default: 4010',
    data: 'default: .sandgate',
    quiet: 'print one line at the start, and none per request',
  }).action((options: StartOptions) => runSandbox(options, io))
}

async function runSandbox(options: StartOptions, io: Io): Promise<void> {
  const stopRequest = new AbortController()
  const stopping = AbortSignal.any([stopSignal(io), stopRequest.signal])
  await removeReadyFile(options.readyFile)
  const settings = await settingsFrom(sandboxOptions(options, io.env), 'serve')
  const output = outputFor(options, io)
  const onStop = () => stopRequest.abort()
  const running = await startSandbox(settings, output, { ...options, onStop, io })
  await whileReady(options.readyFile, running, async () => {
    await announce(output, running, { settings, quiet: options.quiet })
    await aborted(stopping)
  })
  if (options.record !== undefined) output.say(`Recorded in ${options.record}`)
  if (!options.quiet) output.say('Stopped.')
}

async function startSandbox(
  settings: Settings,
  output: Output,
  { onStop, io, ...options }: StartOptions & { readonly onStop: () => void; readonly io: Io },
): Promise<Running> {
  const bar = loadingBar(io.stderr)
  const lines = new LineBatch(output.say)
  return await startServer(settings, logTo(io), {
    record: options.record,
    onProgress: bar.update,
    onStop,
    ...(!options.quiet && {
      onWorld: (world) => showEvents(world, lines, output),
      onRequest: (request, world) =>
        lines.add(exchangeLine(exchangeOf(request, world), output.style)),
    }),
  }).finally(bar.end)
}

/** Prints a line for each clock move and change of scenarios. */
function showEvents(world: World, lines: LineBatch, { style }: Output): void {
  world.events.listen((event) => {
    const line = eventLine(event, { world: world.name, now: world.now() }, style)
    if (line !== undefined) lines.add(line)
  })
}

async function announce(
  output: Output,
  running: Running,
  { settings, quiet }: { readonly settings: Settings; readonly quiet: true | undefined },
): Promise<void> {
  if (output.isJson) output.document(readyOf(running))
  if (!quiet) {
    const world = await running.worlds.open(DEFAULT_WORLD)
    output.say(banner(output, { settings, running, world }))
  }
  if (quiet && !output.isJson) output.say(`Sandgate is ready at ${running.url}`)
}

/**
 * Writes the lines of one event-loop turn together: single writes would cost more than the calls.
 */
export class LineBatch {
  readonly #write: (text: string) => void
  #lines: string[] = []

  constructor(write: (text: string) => void) {
    this.#write = write
  }

  add(line: string): void {
    this.#lines.push(line)
    if (this.#lines.length === 1) setImmediate(() => this.flush())
  }

  /** Writes the waiting lines now. */
  flush(): void {
    if (this.#lines.length === 0) return
    const text = this.#lines.join('\n')
    this.#lines = []
    this.#write(text)
  }
}
