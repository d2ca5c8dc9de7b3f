import type { Command } from 'commander'
import { findingText } from '../../../insight/report/text-report.ts'
import { settingsFrom } from '../../../runtime/config/settings-from.ts'
import type { Running } from '../../../runtime/running.ts'
import { startServer } from '../../../runtime/start-server.ts'
import { exitCode } from '../../cli-error.ts'
import { jsonOption } from '../../command.ts'
import { type Io, logTo } from '../../io.ts'
import { freePortOption } from '../../options/argument.ts'
import { aborted, stopSignal } from '../../process/signals.ts'
import { type Output, outputFor } from '../../terminal/output.ts'
import { runShop, type ShopRun, shops } from './demo-shops.ts'

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

/** The demo also checks Sandgate: it must find the double charge, and nothing wrong with the careful shop. */
function instrumentTrouble(runs: readonly ShopRun[]): string | undefined {
  const naive = runs.find(({ shop }) => shop.name === 'naive')
  const careful = runs.find(({ shop }) => shop.name === 'careful')
  if (!naive?.report.findings.some(({ code }) => code === 'double-charge')) {
    return 'The naive shop charged twice, but the report does not say so'
  }
  if (careful?.report.verdict !== 'safe' || !careful.hasPassed) {
    return 'The careful shop did everything right, but the report does not call it safe'
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

/** The demo for people: three verdicts and the story of the worst. */
export function demoText(runs: readonly ShopRun[], output: Output): string {
  const rows = runs.map(({ shop, report }) => [
    shop.name,
    { text: report.headline, tone: report.verdict === 'unsafe' ? 'bad' : 'good' } as const,
    shop.habit,
  ])
  const columns = [
    { title: 'shop' },
    { title: 'verdict' },
    { title: 'when an answer is lost, it', wraps: true },
  ] as const
  return [
    output.paragraph(
      'Three shops take the same two payments and give part of one back. Each time, the gateway does its work and the answer gets lost.',
    ),
    output.table(columns, rows),
    ...proofOf(runs),
  ].join('\n\n')
}

/** The story of the naive shop's double charge. */
function proofOf(runs: readonly ShopRun[]): readonly string[] {
  const naive = runs.find(({ shop }) => shop.name === 'naive')
  const found = naive?.report.findings.find(({ code }) => code === 'double-charge')
  return found === undefined ? [] : [findingText(found)]
}

/** The demo as JSON. */
export function demoDocument(runs: readonly ShopRun[], url: string) {
  return {
    url,
    shops: runs.map(({ shop, report, hasPassed }) => ({
      shop: shop.name,
      verdict: report.verdict,
      headline: report.headline,
      believes: hasPassed ? 'paid' : 'failed',
      findings: report.findings.map(({ code, severity, message }) => ({ code, severity, message })),
    })),
  }
}
