import type { Command } from 'commander'
import type { ControlClient } from '../../client/control-client.ts'
import type { CardsAnswer } from '../../http/contract/control/calls/scenarios.ts'
import { command } from '../command.ts'
import { type TargetOptions, withTarget } from '../options/connection.ts'
import { askOrTell } from '../options/offline.ts'
import { askStandIn } from '../process/stand-in.ts'
import { type Output, outputFor } from '../terminal/output.ts'

export function cardsCommand(): Command {
  return withTarget(
    command('cards', {
      summary: 'List the magic cards, amounts and BSBs of the active scenarios',
      details:
        'Lists the values that provoke something: send the example, or anything that fits the pattern. Any other valid card is approved.',
      examples: ['sandgate cards', 'sandgate cards --json'],
    }),
  ).action(async (options: TargetOptions, self: Command) => {
    const ask = (client: ControlClient) => client.cards()
    const answer = await askOrTell(self, ask, () => askStandIn(ask))
    outputFor(options).result(answer, (output) => cardsText(output, answer))
  })
}

/** What people look for first comes first; other kinds follow as they come. */
const order = ['card', 'amount', 'bsb', 'cvv']

function cardsText(output: Output, { cards }: CardsAnswer): string {
  if (cards.length === 0) return 'No active scenario has a rule: every valid request is approved.'
  const kinds = new Set([...order, ...cards.map(({ kind }) => kind)])
  const tables = [...kinds].flatMap((kind) => {
    const values = cards.filter((card) => card.kind === kind)
    return values.length === 0 ? [] : [kindTable(output, kind, values)]
  })
  return tables.join('\n\n')
}

function kindTable({ table }: Output, kind: string, values: CardsAnswer['cards']): string {
  const hasPatterns = values.some(({ pattern, example }) => isPattern(pattern, example))
  const columns = [
    { title: kind },
    ...(hasPatterns ? [{ title: 'or any' }] : []),
    { title: 'what happens', wraps: true as const },
  ]
  const rows = values.map(({ pattern, example, only, effect }) => [
    example || pattern,
    ...(hasPatterns ? [isPattern(pattern, example) ? pattern : ''] : []),
    only === '' || only === 'transactions' ? effect : `${only}: ${effect}`,
  ])
  return table(columns, rows)
}

function isPattern(pattern: string, example: string): boolean {
  return example !== '' && example !== pattern
}
