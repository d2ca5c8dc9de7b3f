import type { Command } from 'commander'
import { settingsFrom } from '../../runtime/config/settings-from.ts'
import { startRecorded } from '../../runtime/run-file/start-recorded.ts'
import { misuse } from '../cli-error.ts'
import { command } from '../command.ts'
import { type StartOptions, sandboxOptions, withStartOptions } from '../options/start-options.ts'
import { type ChildEnd, runChild } from '../process/child.ts'
import { removeReadyFile, whileReady } from '../process/ready-file.ts'
import { sandboxEnvironment } from '../process/sandbox-environment.ts'
import { loadingBar, logLine } from '../process/start-log.ts'
import { outputFor } from '../terminal/output.ts'
import { RunSummary } from '../words/run-summary.ts'

export function execCommand(): Command {
  const exec = command('exec', {
    summary: 'Run a command, for example a test suite, against a sandbox of its own',
    details:
      'Starts a sandbox on a free port, runs the command with SANDGATE_URL, SANDGATE_API and SANDGATE_DASHBOARD in its environment, stops the sandbox and ends with the exit code of the command. Everything stays in memory unless --data is given.',
    examples: ['sandgate exec -- npm test', 'sandgate exec --scenario flaky-day -- pytest -x'],
  })
    .usage('[options] -- <command...>')
    .argument('[command...]', 'the command and its arguments')
    .passThroughOptions()
  return withStartOptions(exec, {
    port: 'default: any free one',
    data: 'default: in memory',
    quiet: 'print no summary at the end',
  }).action(execute)
}

async function execute(words: readonly string[], options: StartOptions): Promise<void> {
  if (words.length === 0) throw misuse('exec needs a command: sandgate exec -- npm test')
  await removeReadyFile(options.readyFile)
  const settings = await settingsFrom(sandboxOptions(options), 'test')
  const summary = new RunSummary()
  const bar = loadingBar()
  const hooks = { onProgress: bar.update, onWorld: summary.watch }
  const start = { settings, options: sandboxOptions(options), command: words }
  const running = await startRecorded(options.record, start, logLine, hooks).finally(bar.end)
  const end = await whileReady(options.readyFile, running, () =>
    runChild(words, {
      env: { ...process.env, ...sandboxEnvironment(running, settings) },
      stdoutToStderr: options.json === true,
    }),
  )
  report(end, summary, options)
}

function report(end: ChildEnd, summary: RunSummary, options: StartOptions): void {
  process.exitCode = end.exitCode
  if (end.trouble !== undefined) logLine(`error: ${end.trouble}`)
  const output = outputFor(options)
  const document = { exit_code: end.exitCode, ...summary.document() }
  if (options.json || !options.quiet) output.result(document, () => summary.text(output))
}
