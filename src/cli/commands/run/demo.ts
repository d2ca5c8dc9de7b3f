import { groupPart } from '../../../judge/findings/finding-blocks.ts'
import { findingPage } from '../../../judge/report/report-blocks.ts'
import { settingsFrom } from '../../../runtime/config/settings-from.ts'
import type { Running } from '../../../runtime/running.ts'
import { startServer } from '../../../runtime/start-server.ts'
import { exitCode } from '../../cli-error.ts'
import { command } from '../../define/command.ts'
import { flag } from '../../define/option.ts'
import { type Io, logTo } from '../../io.ts'
import { freePort } from '../../options/argument.ts'
import { shopNames } from '../../process/own-program.ts'
import {
  doubleChargeOf,
  lostPurchases,
  lostRefund,
  runShop,
  type ShopRun,
  selfCheckFailure,
} from '../../process/shops.ts'
import { aborted, stopSignal } from '../../process/signals.ts'
import { blocksText, plainLayout } from '../../terminal/blocks-text.ts'
import { type Output, outputFor } from '../../terminal/output.ts'
import { todayOf } from '../../words/value-text.ts'

interface DemoOptions {
  readonly port: number
  readonly exit?: true | undefined
  readonly json?: true | undefined
}

export const demoCommand = command({
  name: 'demo',
  group: 'Start here',
  summary: 'Watch three small shops while responses get lost',
  details:
    'Starts a sandbox in memory and lets three small shops pay while responses are lost: a naive one, a sloppy one and a careful one. Shows which of them charged twice, with the proof, and leaves the dashboard open until Ctrl-C.',
  examples: ['demo', 'demo --exit'],
  serves: 'until-stopped',
  options: {
    port: freePort,
    exit: flag('--exit', 'exit when the demo is done, without keeping the dashboard running'),
  },
  run: (given, { io }) => show(given, io),
})

async function show(options: DemoOptions, io: Io): Promise<void> {
  const stopping = stopSignal(io)
  const output = outputFor(options, io)
  const settings = await settingsFrom({ port: options.port, config: {}, memory: true }, 'test')
  const running = await startServer(settings, logTo(io))
  try {
    output.say('Three shops are paying; responses get lost …\n')
    const rules = [...lostPurchases, lostRefund]
    const runs = await Promise.all(
      shopNames.map((shop) => runShop(shop, running, { rules, env: io.env, stopping })),
    )
    output.result(demoDocument(runs, running.url), (one) => demoText(runs, one))
    const failure = selfCheckFailure(runs)
    if (failure !== undefined && !stopping.aborted) {
      logTo(io)(`error: ${failure}; this is a bug in Sandgate, please report it`)
      io.exitCode = exitCode.checkFailed
    }
    // Without a terminal there is nobody to press Ctrl-C.
    const isWatched = io.stdin.isTTY && io.stdout.isTTY
    if (!options.exit && isWatched) {
      const found = doubleChargeOf(runs)
      if (found !== undefined) {
        const page = output.style('link', `${running.url}${findingPage(found)}${PLAYED}`)
        output.say(`\nSee the double charge happen: ${page}`)
      }
      await leaveOpen(output, running, stopping)
    } else if (!options.exit) output.say(`\n${ENDED}`)
  } finally {
    await running.stop()
  }
}

/** The picture of the payment draws itself. */
const PLAYED = '#play'

const ENDED = 'The demo ends here; in a terminal, it leaves the dashboard open.'

async function leaveOpen(
  output: Output,
  { dashboard, url }: Running,
  stopping: AbortSignal,
): Promise<void> {
  output.say(`Look at every request in the dashboard: ${output.style('link', dashboard)}`)
  output.say('Each shop paid in its own world:')
  for (const name of shopNames) {
    output.say(`  ${name.padEnd(8)} ${output.style('link', `${url}/w/${name}/_sandbox`)}`)
  }
  output.say('For your own tests: npx sandgate sweep -- npm test')
  output.say('Ctrl-C ends the demo.')
  await aborted(stopping)
}

/** The demo for people: three verdicts and the steps of the worst. */
function demoText(runs: readonly ShopRun[], output: Output): string {
  const rows = runs.map(({ shop, report }) => [
    shop,
    { text: report.headline, tone: report.verdict === 'unsafe' ? 'bad' : 'good' } as const,
    habits[shop],
  ])
  const columns = [
    { title: 'shop' },
    { title: 'verdict' },
    { title: 'when a response is lost, it' },
  ] as const
  return [
    output.paragraph(
      'Three shops take the same two payments and refund part of one. Each time, the gateway does its work and the response gets lost.',
    ),
    output.table(columns, rows),
    ...proofOf(runs, output.layout),
  ].join('\n\n')
}

/** The steps of the naive shop's double charge. */
function proofOf(runs: readonly ShopRun[], layout = plainLayout): readonly string[] {
  const found = doubleChargeOf(runs)
  if (found === undefined) return []
  // The sandbox of the demo has the time of the machine.
  const today = todayOf({ now: new Date().toISOString() })
  return [blocksText([groupPart([found])], { ...layout, today })]
}

/** The demo as JSON. */
function demoDocument(runs: readonly ShopRun[], url: string) {
  return {
    url,
    shops: runs.map(({ shop, report, hasPassed }) => ({
      shop,
      verdict: report.verdict,
      headline: report.headline,
      believes: hasPassed ? 'paid' : 'failed',
      findings: report.findings.map(({ code, severity, message }) => ({ code, severity, message })),
    })),
  }
}

/** The shops of `examples/clients`, and how they react to a lost response. */
const habits = {
  naive: 'sends the payment again',
  sloppy: 'sends the same request again, and treats a refusal as a failed payment',
  careful: 'asks what happened to the request before it sends another',
} as const
