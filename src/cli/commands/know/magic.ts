import type { MagicResponse } from '../../../control/contract/calls/scenarios.ts'
import { bankCodes, retryAdvice, returnCodes } from '../../../domain/transaction/bank-codes.ts'
import { callCommand } from '../../define/command.ts'
import { flag } from '../../define/option.ts'
import type { Output } from '../../terminal/output.ts'

export const magicCommand = callCommand({
  name: 'magic',
  group: 'Know the gateway',
  summary: 'List cards, amounts and BSBs with an effect',
  details:
    'Lists the values that trigger a particular result: send the example, or anything that fits the pattern. Any other valid card is approved.',
  examples: ['magic', 'magic --codes', 'magic --json'],
  options: {
    codes: flag('--codes', 'list every response code of a bank instead, with retry advice'),
  },
  fallback: 'config',
  call: async (client, { codes }) => (codes ? bankAnswers() : await client.magic()),
  text: (output, answer) =>
    'codes' in answer ? codesText(output, answer) : cardsText(output, answer),
})

/** The most wanted kinds come first; the others follow in their own order. */
const order = ['card', 'amount', 'bsb', 'cvv']

function cardsText(output: Output, { magic }: MagicResponse): string {
  if (magic.length === 0) return 'No active scenario has a rule: every valid request is approved.'
  const kinds = new Set([...order, ...magic.map(({ kind }) => kind)])
  const tables = [...kinds].flatMap((kind) => {
    const values = magic.filter((one) => one.kind === kind)
    return values.length === 0 ? [] : [kindTable(output, kind, values)]
  })
  return tables.join('\n\n')
}

function kindTable({ table }: Output, kind: string, values: MagicResponse['magic']): string {
  const hasPatterns = values.some(({ pattern, example }) => isPattern(pattern, example))
  const columns = [
    { title: kind },
    ...(hasPatterns ? [{ title: 'or any' }] : []),
    { title: 'what happens' },
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

/** The same for every sandbox, so none needs to be running. */
function bankAnswers() {
  return {
    codes: bankCodes.map((one) => ({ ...one, advice: retryAdvice[one.retry] })),
    returns: returnCodes.map((one) => ({ ...one, advice: retryAdvice[one.retry] })),
  }
}

function codesText({ table }: Output, answers: ReturnType<typeof bankAnswers>): string {
  const words = [{ title: 'words' }, { title: 'retry' }]
  const cards = answers.codes.map((one) => [one.code, one.status, one.message, one.advice])
  const returns = answers.returns.map((one) => [one.code, one.message, one.advice])
  return [
    table([{ title: 'card' }, { title: 'status' }, ...words], cards),
    table([{ title: 'debit' }, ...words], returns),
  ].join('\n\n')
}
