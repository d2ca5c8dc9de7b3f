import type { Command } from 'commander'
import type { AssumptionsResponse } from '../../../http/contract/control/calls/about.ts'
import type { Io } from '../../io.ts'
import { overCall } from '../../options/control-command.ts'
import type { Output } from '../../terminal/output.ts'

export function assumptionsCommand(command: Command, io: Io): Command {
  return overCall(command, io, {
    kind: 'tells',
    call: (client) => client.assumptions(),
    text: (output, { assumptions }) =>
      assumptions.map((assumption) => assumptionText(output, assumption)).join('\n'),
  })
}

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
