import type { Command } from 'commander'
import { counted } from '../../../insight/counted.ts'
import { type RunFile, readRun } from '../../../runtime/run-file/read-run.ts'
import { type Replayed, replay } from '../../../runtime/run-file/replay.ts'
import type { ReplayStep, StepDifference } from '../../../runtime/run-file/replay-steps.ts'
import { exitCode } from '../../cli-error.ts'
import { jsonOption } from '../../command.ts'
import { type Io, logTo } from '../../io.ts'
import { outputFor } from '../../terminal/output.ts'
import { progressBar } from '../../terminal/progress-bar.ts'

interface ReplayCommandOptions {
  readonly json?: true
}

export function replayCommand(command: Command, io: Io): Command {
  return command
    .argument('<file>', 'a run file, written by --record')
    .addOption(jsonOption())
    .action((file: string, options: ReplayCommandOptions) => playAgain(file, options, io))
}

async function playAgain(file: string, options: ReplayCommandOptions, io: Io): Promise<void> {
  const run = await readRun(file)
  const bar = progressBar('Replay', io.stderr)
  const replayed = await replay(run, { log: logTo(io), onStep: bar.update }).finally(bar.end)
  if (replayed.differences.length > 0) io.exitCode = exitCode.checkFailed
  outputFor(options, io).result(documentOf(run, replayed), () => textOf(run, replayed))
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
