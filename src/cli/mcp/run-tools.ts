import * as z from 'zod'
import { redactText } from '../../domain/redaction/redacted.ts'
import { format, optionWords, scenario, type Tool, type ToolContext, tool } from './tool.ts'

const command = z
  .array(z.string())
  .min(1)
  .describe('The command and its arguments, such as ["npm", "test"]; no shell')

const seconds = z.int().min(1).max(3600).default(300)

/** The output of a test suite can be endless; its end has the verdict. */
const LONGEST_TEXT = 20_000

/** The tools that run a command of the agent’s project. */
export const runTools: readonly Tool[] = [
  tool({
    name: 'exec',
    title: 'Run a test suite',
    description:
      'Runs a command in the working folder against its own new sandbox, whose API address is in SANDGATE_API. Answers with the end of its output, the verdict on its payments, and the exit code: 4 if the command passed and the verdict is bad.',
    input: {
      command,
      scenario: scenario
        .optional()
        .describe('A shipped scenario, such as hard-recovery, or a file below the working folder'),
      seconds: seconds.describe('Stops the command after this time'),
      format,
    },
    isReading: false,
    async run({ command, scenario, seconds, format }, context) {
      const loaded = scenario && (await context.access.allowedScenario(scenario))
      const options = optionWords({ scenario: loaded, json: format === 'json' })
      const words = ['exec', ...options, '--', ...command]
      return await ending(words, { limit: seconds, format }, context)
    },
  }),
  tool({
    name: 'sweep',
    title: 'Attack a test suite',
    description:
      'Runs a command in the working folder many times, each against its own sandbox and with one fault at one call of each operation, and lists what happened to the money. The same as `sweep --quick`; try `exec` first.',
    input: {
      command,
      seconds: seconds.describe('Begins no further run after this time'),
      format,
    },
    isReading: false,
    async run({ command, seconds, format }, context) {
      const options = optionWords({ budget: `${seconds}s`, json: format === 'json' })
      const words = ['sweep', '--quick', ...options, '--', ...command]
      // Runs that have begun may end.
      return await ending(words, { limit: 2 * seconds, format }, context)
    },
  }),
]

async function ending(
  words: readonly string[],
  { limit, format }: { readonly limit: number; readonly format: string },
  { access, signal }: ToolContext,
): Promise<string> {
  const end = await access.run(words, { limitMs: limit * 1000, signal })
  if (format === 'json' && end.stdout !== '') return end.stdout.trim()
  const stopped = end.isHung ? `, stopped after ${limit} s` : ''
  const output = redactText(end.output.trim().slice(-LONGEST_TEXT))
  return `${output}\n\nExit code ${end.exitCode}${stopped}`
}
