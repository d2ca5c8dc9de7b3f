import type { Command } from 'commander'
import type { StepDifference } from '../../runtime/run-file/player.ts'
import { type RunFile, readRun } from '../../runtime/run-file/read-run.ts'
import { replay } from '../../runtime/run-file/replay.ts'
import { command, jsonOption } from '../command.ts'
import { exitCode } from '../exit-code.ts'
import { logLine } from '../process/start-log.ts'
import { outputFor } from '../terminal/output.ts'
import { progressBar } from '../terminal/progress-bar.ts'
import { counted } from '../words/counted.ts'
import { differenceText } from '../words/difference-text.ts'

export function replayCommand(): Command {
  return command('replay', {
    summary: 'Play a recorded run again and show any difference',
    details:
      'Starts a fresh sandbox with the options of the run, sends every request again in the same order and at the same sandbox times, and compares the answers. Timing does not count. Ends with exit code 4 if anything else differs.',
    examples: ['sandgate replay run.jsonl', 'sandgate replay run.jsonl --json'],
  })
    .argument('<file>', 'a run file, written by --record')
    .addOption(jsonOption())
    .action(playAgain)
}

async function playAgain(file: string, options: { readonly json?: true }): Promise<void> {
  const run = await readRun(file)
  const bar = progressBar('Replay', process.stderr)
  const { player, running } = await replay(run, { log: logLine, onStep: bar.update }).finally(
    bar.end,
  )
  await running.stop()
  const { differences } = player
  if (differences.length > 0) process.exitCode = exitCode.checkFailed
  outputFor(options).result(documentOf(run, differences), () => textOf(run, differences))
}

function documentOf({ steps, findings }: RunFile, differences: readonly StepDifference[]) {
  return {
    steps: steps.length,
    complete: findings !== undefined,
    differences: differences.map(({ step, path, recorded, replayed }) => ({
      line: step.line,
      request: requestOf(step),
      path,
      recorded: recorded ?? null,
      replayed: replayed ?? null,
    })),
  }
}

function textOf(run: RunFile, differences: readonly StepDifference[]): string {
  const calls = run.steps.filter(({ record }) => record.record === 'call').length
  const played = `${counted(calls, 'request')} and ${counted(run.steps.length - calls, 'control call')} replayed`
  const cut =
    run.findings === undefined ? ['The recording was cut short; this is what there is.'] : []
  const [first] = differences
  if (first === undefined) return [...cut, `${played}: no difference`].join('\n')
  return [
    ...cut,
    `${played}: ${counted(differences.length, 'difference')}. The first, line ${first.step.line}:`,
    differenceText(first),
  ].join('\n')
}

function requestOf({ record }: StepDifference['step']): string {
  if (record.record === 'control') return `${record.method} ${record.path}`
  return `${record.request.method} ${record.request.path}`
}
