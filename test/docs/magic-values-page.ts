import { defaultScenario } from '../../src/scenario/library.ts'
import { composeScenario } from '../../src/scenario/reading/compose.ts'
import { type MagicValue, magicValues } from '../../src/scenario/telling/cards.ts'

/** What people look for first comes first. */
const sections: readonly (readonly [kind: string, title: string, lead: string])[] = [
  ['card', 'Cards', 'Any expiry in the future and any CVV will do. All other valid cards approve.'],
  ['amount', 'Amounts', 'Cents, with any card or account unless the table says otherwise.'],
  ['bsb', 'BSBs', 'Any account number will do. All other direct debits clear.'],
  ['cvv', 'CVV', ''],
]

/** The page of all magic values, made from the rules of the default scenario. */
export async function magicValuesPage(): Promise<string> {
  const values = await magicValues([composeScenario(defaultScenario, () => undefined)])
  const parts = sections.map(([kind, title, lead]) => {
    const rows = values.filter((value) => value.kind === kind).map(rowOf)
    const head = '| send | or any | what happens | rule |\n|---|---|---|---|'
    return `## ${title}\n\n${lead === '' ? '' : `${lead}\n\n`}${head}\n${rows.join('\n')}\n`
  })
  return `${intro}\n${parts.join('\n')}`
}

/** The kinds that have a section. */
export const kindsTold = sections.map(([kind]) => kind)

const intro = `# Magic values at a glance

Send one of these to make something happen. They are the rules of the shipped [\`default\` scenario](scenarios.md), which is active unless you start
with others; \`npx sandgate cards\` lists those of the scenarios that are active. Test cards and cents only: no money moves.

A value works in every operation that carries it, and a completion, refund or void sees the card of its target. In a pattern, \`?\` is any digit. Two
values can work together: a card says what the bank answers, a fault amount how the answer gets lost.
`

function rowOf({ example, pattern, only, effect, rule }: MagicValue): string {
  const any = pattern === example ? '' : `\`${pattern}\``
  const what = only === '' || only === 'transactions' ? effect : `${only}: ${effect}`
  return `| \`${example}\` | ${any} | ${what} | \`${rule}\` |`
}
