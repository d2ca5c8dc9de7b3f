import type { AssumptionsResponse } from '../../../control/contract/calls/about.ts'
import { callCommand } from '../../define/command.ts'
import type { Output } from '../../terminal/output.ts'

export const assumptionsCommand = callCommand({
  name: 'assumptions',
  group: 'Know the gateway',
  summary: 'List what is assumed about the gateway',
  details:
    "Lists each point that the gateway's specification leaves open, with the value that this sandbox assumes. You can set each value in sandgate.config.yaml.",
  examples: ['assumptions', 'assumptions --json'],
  fallback: 'config',
  call: (client) => client.assumptions(),
  text: (output, { assumptions }) =>
    assumptions.map((assumption) => assumptionText(output, assumption)).join('\n'),
})

function assumptionText(
  { style, paragraph }: Output,
  assumption: AssumptionsResponse['assumptions'][number],
): string {
  const { key, source, reason } = assumption
  const [value, standard] = [valueText(assumption.value), valueText(assumption.default)]
  const changed = value === standard ? '' : style('odd', `  (default ${standard})`)
  const said = source === 'specification' ? 'Specified' : 'Assumed'
  const why = style('quiet', paragraph(`${said}: ${reason}`, '    '))
  return `${style('strong', key)} = ${value}${changed}\n${why}`
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
