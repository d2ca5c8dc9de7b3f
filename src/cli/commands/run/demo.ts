import type { Command } from 'commander'
import { settingsFrom } from '../../../runtime/config/settings-from.ts'
import type { Running } from '../../../runtime/running.ts'
import { startServer } from '../../../runtime/start-server.ts'
import { jsonOption } from '../../command.ts'
import { demoDocument, demoText } from '../../demo/demo-text.ts'
import { runShop, type ShopRun } from '../../demo/shop-run.ts'
import { shops } from '../../demo/shops.ts'
import { exitCode } from '../../exit-code.ts'
import type { Io } from '../../io.ts'
import { freePortOption } from '../../options/free-port.ts'
import { aborted, stopSignal } from '../../process/signals.ts'
import { logTo } from '../../process/start-log.ts'
import { type Output, outputFor } from '../../terminal/output.ts'

interface DemoOptions {
  readonly port: number
  readonly exit?: true
  readonly json?: true
}

export function demoCommand(command: Command, io: Io): Command {
  return command
    .addOption(freePortOption())
    .option('--exit', 'end at once, and leave no dashboard open')
    .addOption(jsonOption())
    .action((options: DemoOptions) => show(options, io))
}

async function show(options: DemoOptions, io: Io): Promise<void> {
  const stopping = stopSignal(io)
  const output = outputFor(options, io)
  const settings = await settingsFrom({ port: options.port, config: {}, memory: true }, 'test')
  const running = await startServer(settings, logTo(io))
  try {
    output.say('Three shops are paying; answers get lost …\n')
    const runs = await Promise.all(
      shops.map((shop) => runShop(shop, running, { env: io.env, stopping })),
    )
    output.result(demoDocument(runs, running.url), (one) => demoText(runs, one))
    const trouble = instrumentTrouble(runs)
    if (trouble !== undefined && !stopping.aborted) fail(trouble, io)
    if (!options.exit) await leaveOpen(output, running, stopping)
  } finally {
    await running.stop()
  }
}

/** The demonstration tests the instrument as well: it has to convict and to acquit. */
function instrumentTrouble(runs: readonly ShopRun[]): string | undefined {
  const naive = runs.find(({ shop }) => shop.name === 'naive')
  const careful = runs.find(({ shop }) => shop.name === 'careful')
  if (!naive?.report.findings.some(({ code }) => code === 'double-charge')) {
    return 'The naive shop charged twice and was not convicted'
  }
  if (careful?.report.verdict !== 'safe' || !careful.hasPassed) {
    return 'The careful shop did everything right and was not acquitted'
  }
  return undefined
}

function fail(trouble: string, io: Io): void {
  logTo(io)(`error: ${trouble}; this is a fault of Sandgate, please report it`)
  io.exitCode = exitCode.checkFailed
}

async function leaveOpen(
  output: Output,
  { dashboard, url }: Running,
  stopping: AbortSignal,
): Promise<void> {
  output.say(`\nLook at every request in the dashboard: ${output.style('link', dashboard)}`)
  output.say('Each shop paid in a world of its own:')
  for (const { name } of shops) {
    output.say(`  ${name.padEnd(8)} ${output.style('link', `${url}/w/${name}/_sandbox`)}`)
  }
  output.say('For your own tests: npx sandgate sweep -- npm test')
  output.say('Ctrl-C ends the demonstration.')
  await aborted(stopping)
}
