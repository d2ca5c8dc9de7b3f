import { type Command, Option } from 'commander'
import { againstDocument, againstText } from '../../../gateways/against/against-text.ts'
import { playAgainst } from '../../../gateways/against/play-against.ts'
import { checkGateway } from '../../../gateways/remote/remote-gateway.ts'
import { counted } from '../../../insight/counted.ts'
import { type RunFile, readRun } from '../../../runtime/run-file/read-run.ts'
import { type Replayed, replay } from '../../../runtime/run-file/replay.ts'
import {
  type ReplayStep,
  replaySteps,
  type StepDifference,
} from '../../../runtime/run-file/replay-steps.ts'
import { exitCode, misuse } from '../../cli-error.ts'
import { jsonOption } from '../../command.ts'
import { type Io, logTo } from '../../io.ts'
import {
  consent,
  type GatewayOptions,
  gatewayOf,
  withGateway,
} from '../../options/gateway-options.ts'
import { codeOfSignal, stopSignal } from '../../process/signals.ts'
import { outputFor } from '../../terminal/output.ts'
import { progressBar } from '../../terminal/progress-bar.ts'

interface ReplayCommandOptions extends Partial<GatewayOptions> {
  readonly json?: true
}

export function replayCommand(command: Command, io: Io): Command {
  return withGateway(
    command,
    new Option('--against <url>', 'base address of another gateway, with /v1'),
    'default: those of the run',
  )
    .argument('<file>', 'a run file, written by --record')
    .addOption(jsonOption())
    .action((file: string, options: ReplayCommandOptions, self: Command) =>
      playAgain(file, options, { self, io }),
    )
}

async function playAgain(
  file: string,
  options: ReplayCommandOptions,
  { self, io }: { readonly self: Command; readonly io: Io },
): Promise<void> {
  const { against } = options
  if (against !== undefined) return await playElsewhere(file, { ...options, against }, io)
  const idle = ['basic', 'bearer', 'merchant', 'yes'].find(
    (name) => self.getOptionValueSource(name) === 'cli',
  )
  if (idle !== undefined)
    throw misuse(`--${idle} is for --against <url>; add it, or leave --${idle} out`)
  const run = await readRun(file)
  const bar = progressBar('Replay', io.stderr)
  const replayed = await replay(run, { log: logTo(io), onStep: bar.update }).finally(bar.end)
  if (replayed.differences.length > 0) io.exitCode = exitCode.checkFailed
  outputFor(options, io).result(documentOf(run, replayed), () => textOf(run, replayed))
}

async function playElsewhere(
  file: string,
  options: GatewayOptions & ReplayCommandOptions,
  io: Io,
): Promise<void> {
  const { base, remote } = gatewayOf(options)
  const run = await readRun(file)
  const { merchant } = options
  await consent(base, planFor(run, base.url), options.yes ?? false, io)
  await checkGateway(remote, merchant ?? 1)
  const bar = progressBar('Replay', io.stderr)
  const playing = playAgainst(run, {
    remote,
    merchant,
    onStep: bar.update,
    stopping: stopSignal(io),
  })
  const played = await playing.finally(bar.end)
  if (played.differences.length > 0) io.exitCode = exitCode.checkFailed
  if (played.isStopped) io.exitCode = codeOfSignal('SIGINT')
  outputFor(options, io).result(againstDocument(base.url, played), () =>
    againstText(base.url, played),
  )
}

function planFor(run: RunFile, url: string): readonly string[] {
  const calls = callsIn(replaySteps(run))
  return [
    `This will send ${counted(calls, 'request')} of the run to ${url}. What they create stays there.`,
    'Use it with a test environment only, never with a live gateway.',
  ]
}

function callsIn(steps: readonly ReplayStep[]): number {
  return steps.filter(({ record }) => record.record === 'call').length
}

function documentOf({ end }: RunFile, { steps, differences }: Replayed) {
  return {
    steps: steps.length,
    complete: end !== undefined,
    differences: differences.map(({ step, path, recorded, replayed }) => ({
      line: step.line,
      request: requestOf(step),
      path,
      recorded: recorded ?? null,
      replayed: replayed ?? null,
    })),
  }
}

function textOf({ end }: RunFile, { steps, differences }: Replayed): string {
  const calls = callsIn(steps)
  const played = `${counted(calls, 'request')} and ${counted(steps.length - calls, 'control call')} replayed`
  const cut = end === undefined ? ['The recording is incomplete: its end is missing.'] : []
  const [first] = differences
  if (first === undefined) return [...cut, `${played}: no difference`].join('\n')
  return [
    ...cut,
    `${played}: ${counted(differences.length, 'difference')}. The first, line ${first.step.line}:`,
    differenceText(first),
  ].join('\n')
}

function requestOf({ record }: StepDifference['step']): string {
  const { method, path } = record.record === 'step' ? record : record.request
  return `${method} ${path}`
}

const LONGEST = 300

export function differenceText({ step, path, recorded, replayed }: StepDifference): string {
  return [
    `  ${requestOf(step)}`,
    `  recorded ${path}: ${valueText(recorded)}`,
    `  replayed ${path}: ${valueText(replayed)}`,
  ].join('\n')
}

function valueText(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, LONGEST)
}
