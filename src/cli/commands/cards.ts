import type { Command } from 'commander'
import type { CardsAnswer } from '../../http/contract/control-answers.ts'
import { command } from '../command.ts'
import { connect, type TargetOptions, withTarget } from '../connection.ts'
import { type Output, outputFor } from '../output.ts'

export function cardsCommand(): Command {
  return withTarget(
    command('cards', {
      summary: 'List the magic cards, amounts and BSBs of the active scenarios',
      details:
        'Lists the values that provoke something: send the example, or anything that fits the pattern. Any other valid card is approved.',
      examples: ['sandgate cards', 'sandgate cards --json'],
    }),
  ).action(async (options: TargetOptions) => {
    const answer = await connect(options).cards()
    outputFor(options).result(answer, (output) => cardsText(output, answer))
  })
}

function cardsText({ table }: Output, { cards }: CardsAnswer): string {
  if (cards.length === 0) return 'No active scenario has a rule: every valid request is approved.'
  const columns = [
    { title: 'send' },
    { title: 'pattern' },
    { title: 'for example' },
    { title: 'and this happens', wraps: true },
  ] as const
  return table(
    columns,
    cards.map(({ kind, pattern, example, only, effect }) => [
      kind,
      pattern,
      example === pattern ? '' : example,
      only === '' ? effect : `${effect} (${only})`,
    ]),
  )
}
